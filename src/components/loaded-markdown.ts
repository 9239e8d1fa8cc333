export { MarkdownOutput } from './outputs/markdown-output.tsx'
export { PlanParts } from './prompts/plan-parts.tsx'
