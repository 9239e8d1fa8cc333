export { agentControllerHost, type AgentControllerHostOptions } from './adapters/mastra/agent-controller-host.ts'
export type {
  AgentControllerAgent,
  AgentControllerSession,
  AgentControllerUrl,
} from './adapters/mastra/create-agent-controller-session.ts'
export { createAgentControllerDecoder } from './adapters/mastra/create-agent-controller-decoder.ts'
