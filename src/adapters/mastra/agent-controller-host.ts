import type { GrantScope, ToolCallEvent } from '../../core/events.ts'
import type {
  ToolCallAnswer,
  ToolCallHost,
  ToolCallHostContext,
  ToolCallHostError,
  ToolGrant,
} from '../../core/host.ts'
import { createAgentControllerDecoder } from './create-agent-controller-decoder.ts'
import {
  createAgentControllerSession,
  type AgentControllerAgent,
  type AgentControllerSession,
  type AgentControllerUrl,
  type RequestError,
} from './create-agent-controller-session.ts'
import { readStoredThread, type StoredPrompt, type StoredThread } from './read-stored-thread.ts'
import { isObject, textOf } from './tool-outcome.ts'

export interface AgentControllerHostOptions {
  /** Reads a plan that a `submit_plan` names only by its path; `client.getAgent(id).readPlan` does. */
  readPlan?: ToolCallHost['readPlan'] | undefined
  /**
   * How long an answer may be without an effect, in milliseconds. The server says yes to everything, also to what it does not
   * know: an answer counts when its effect is seen.
   *
   * @default 10_000
   */
  answerTimeout?: number | undefined
  /**
   * The agent behind the controller. A controller that was restarted has forgotten what it waited for, its agent has not: with
   * this, an answer that the controller no longer knows goes to the agent, and the run goes on.
   */
  agent?: AgentControllerAgent | undefined
  /** The category that the server's `toolCategoryResolver` gives a tool. Only with this can a whole category be allowed. */
  toolCategory?: ((toolName: string) => string | undefined) | undefined
}

type Kind = 'approval' | 'suspension'
interface Prompt {
  readonly kind: Kind
  /** The connection on which it was asked; undefined when it was only found in storage. */
  readonly connection: number | undefined
}
interface Gap {
  readonly bridged: Promise<void>
  bridge(): void
  retry(): void
}
interface Waiter {
  readonly toolCallId: string
  taken(): void
  failed(message: string): void
  /** The messages are to be looked at now. */
  look(): void
}

/** Connects a session of ours to one of a Mastra AgentController: its events in, the answers out. */
export function agentControllerHost(
  target: AgentControllerSession | AgentControllerUrl,
  options: AgentControllerHostOptions = {},
): ToolCallHost {
  // the client's session has a `url`, too: a method
  const served = 'subscribe' in target ? undefined : createAgentControllerSession(target)
  const session: AgentControllerSession = served ?? (target as AgentControllerSession)
  const agent = options.agent ?? served?.agent
  const { answerTimeout = 10_000, toolCategory, readPlan } = options
  const decoder = createAgentControllerDecoder()
  const prompts = new Map<string, Prompt>()
  const waiters = new Set<Waiter>()
  const failedOnce = new Set<string>()
  const listeners = new Set<(event: Record<string, unknown>) => void>()
  let emit: (event: ToolCallEvent | readonly ToolCallEvent[]) => void = () => {}
  let threadId: string | undefined
  let connections = 0
  /** Undefined while there is a connection, or nobody asked for one. `retry` cuts the pause before the next attempt. */
  let gap: Gap | undefined
  let isRunning = false
  let runError: string | undefined
  let forgetStop: () => void = () => {}
  // calls whose arguments were arriving when the connection broke: what comes next has a hole before it
  const arriving = new Set<string>()
  const torn = new Set<string>()

  // What arrives

  const receive = (wire: unknown) => {
    if (!isObject(wire)) return
    const { type, toolCallId } = wire
    const id = typeof toolCallId === 'string' ? toolCallId : undefined
    if (id !== undefined && torn.has(id)) {
      if (type === 'tool_input_delta' || type === 'tool_input_end') return
      torn.delete(id)
    }
    if (id !== undefined && type === 'tool_input_start') arriving.add(id)
    if (id !== undefined && type === 'tool_start') arriving.delete(id)
    emit(decoder.decode(wire))
    for (const listener of listeners) listener(wire)
    switch (type) {
      case 'error':
        runError = textOf(wire.error)
        break
      case 'agent_start':
        isRunning = true
        runError = undefined
        for (const waiter of waiters) waiter.taken()
        break
      case 'agent_end': {
        // an answer that could not be taken ends a run that was never started
        const isRefusal = wire.reason === 'error' && !isRunning
        isRunning = false
        arriving.clear()
        for (const waiter of waiters) {
          if (isRefusal) waiter.failed(runError ?? 'The run could not go on.')
          else if (wire.reason === 'error') waiter.taken()
          else waiter.look()
        }
        break
      }
      case 'tool_approval_required':
      case 'tool_suspended':
        if (id !== undefined)
          ask(id, { kind: type === 'tool_suspended' ? 'suspension' : 'approval', connection: connections })
        break
      default:
        if (id === undefined) break
        if (type === 'tool_end' || type === 'tool_suspension_cancelled') prompts.delete(id)
        for (const waiter of waiters) if (waiter.toolCallId === id) waiter.taken()
    }
  }
  const ask = (id: string, prompt: Prompt) => {
    // Prompts are asked one after the other: a new one means that the one before has its answer, from us or from elsewhere.
    for (const waiter of waiters) waiter.taken()
    const isElsewhere = [...prompts.keys()].some(other => other !== id)
    prompts.set(id, prompt)
    if (isElsewhere) void synchronize()
  }

  // What the server has stored: it replays nothing

  const readThread = async (): Promise<StoredThread | undefined> =>
    threadId === undefined || !session.listMessages
      ? undefined
      : readStoredThread(await session.listMessages(threadId, { perPage: false }))

  const synchronize = async () => {
    const touched = new Set<string>()
    const note = ({ toolCallId }: Record<string, unknown>) => touched.add(String(toolCallId))
    listeners.add(note)
    try {
      const [stored, state] = await Promise.all([readThread(), session.state?.()])
      const running = isObject(state) && typeof state.running === 'boolean' ? state.running : undefined
      if (running === true && !isRunning) {
        isRunning = true
        emit(decoder.decode({ type: 'agent_start' }))
      }
      if (isObject(state) && Array.isArray(state.tasks) && state.tasks.length > 0)
        emit({ type: 'task_updated', threadId, tasks: state.tasks })
      if (stored) applyStored(stored, touched, running)
      if (running === false && isRunning) {
        isRunning = false
        emit(decoder.end('disconnected'))
      }
    } finally {
      listeners.delete(note)
    }
  }
  const applyStored = (stored: StoredThread, touched: ReadonlySet<string>, running: boolean | undefined) => {
    const isOurs = (id: string) => touched.has(id) || [...waiters].some(waiter => waiter.toolCallId === id)
    emit({ type: 'hydrate', threadId, toolCalls: stored.toolCalls.filter(call => !isOurs(call.toolCallId)) })
    for (const [id, prompt] of prompts) {
      if (isOurs(id) || stored.prompts.get(id)?.kind === prompt.kind) continue
      prompts.delete(id)
      if (!stored.toolCalls.some(call => call.toolCallId === id && call.state === 'input-available')) continue
      emit(
        prompt.kind === 'suspension'
          ? { type: 'tool_resumed', toolCallId: id, threadId, by: 'elsewhere' }
          : { type: 'tool_cancelled', toolCallId: id, threadId, reason: 'answered-elsewhere' },
      )
    }
    for (const [id, { kind }] of stored.prompts) {
      if (isOurs(id)) continue
      // A parked approval keeps its run going: without a run nobody waits for it.
      if (kind === 'approval' && running === false && !agent) lose(id)
      else if (!prompts.has(id)) prompts.set(id, { kind, connection: undefined })
    }
  }
  const lose = (id: string) => {
    prompts.delete(id)
    emit({ type: 'tool_cancelled', toolCallId: id, threadId, reason: 'cancelled', message: LOST })
  }

  // The connection

  const keepConnected = async (context: ToolCallHostContext, closing: AbortSignal) => {
    let failures = 0
    let goodbye: ReturnType<typeof setTimeout> | undefined
    closing.addEventListener('abort', () => clearTimeout(goodbye))
    while (!closing.aborted) {
      const since = Date.now()
      try {
        const bound = await (context.threadId === undefined
          ? session.state?.()
          : session.create?.({ threadId: context.threadId }))
        threadId =
          context.threadId ?? (isObject(bound) && typeof bound.threadId === 'string' ? bound.threadId : undefined)
        let end: () => void = () => {}
        const ended = new Promise<void>(resolve => (end = resolve))
        const subscription = await session.subscribe({
          onEvent: event => closing.aborted || receive(event),
          onError: () => {
            if (!closing.aborted) gap ??= openGap()
            end()
          },
        })
        if (closing.aborted) return subscription.unsubscribe()
        const leave = () => {
          subscription.unsubscribe()
          end()
        }
        closing.addEventListener('abort', leave)
        clearTimeout(goodbye)
        goodbye = undefined
        connections += 1
        await synchronize().catch(() => {})
        if (!closing.aborted) {
          gap?.bridge()
          gap = undefined
          for (const waiter of waiters) waiter.look()
        }
        await ended
        closing.removeEventListener('abort', leave)
      } catch {
        // not reachable, or refused: try again later
      }
      if (closing.aborted) return
      for (const id of arriving) torn.add(id)
      arriving.clear()
      // a short gap is bridged; after a long one nothing may go on as if the run were still heard of
      goodbye ??= setTimeout(() => {
        isRunning = false
        emit(decoder.end('disconnected'))
      }, answerTimeout)
      gap ??= openGap()
      failures = Date.now() - since > STABLE ? 0 : failures + 1
      const wait = pause(Math.min(MAX_DELAY, MIN_DELAY * 2 ** Math.max(0, failures - 1)))
      gap.retry = wait.end
      closing.addEventListener('abort', wait.end)
      await wait.ended
      closing.removeEventListener('abort', wait.end)
    }
  }

  // Answers

  const deliver = async ({ call, response }: ToolCallAnswer) => {
    const { toolCallId } = call
    if (response.type === 'output' || response.type === 'output-error')
      throw refusal(
        `An AgentController runs its tools on the server: it takes no result for "${call.toolName}" from here.`,
        false,
      )
    if (gap) await bridgeGap(gap)
    const prompt = prompts.get(toolCallId)
    const kind: Kind = call.state === 'suspended' ? 'suspension' : 'approval'
    if (response.type === 'cancel' && kind === 'suspension') {
      // a question cannot be taken back alone: its run ends
      return send(session.abort?.bind(session), 'stop a run')
    }
    const approved = response.type === 'approval' ? response.approved : kind === 'suspension'
    const resumeData = response.type === 'resume' ? response.resumeData : undefined
    const grant = response.type === 'approval' && approved ? response.grant : undefined
    const undo = grant === undefined || grant === 'once' ? undefined : await widen(grant, call.toolName)
    const isForgotten = failedOnce.has(toolCallId) || prompt?.connection !== connections
    const timeout = isForgotten && agent ? Math.min(answerTimeout, FORGOTTEN_TIMEOUT) : answerTimeout
    try {
      await awaitEffect(toolCallId, kind, timeout, () =>
        kind === 'suspension'
          ? send(session.respondToToolSuspension?.bind(session, toolCallId, resumeData), 'answer a question')
          : send(session.approveTool?.bind(session, toolCallId, approved), 'answer an approval'),
      ).catch(async (problem: unknown) => {
        const resourceId = problem instanceof StillOpen ? problem.prompt?.resourceId : undefined
        if (!agent || !isForgotten || threadId === undefined || resourceId === undefined) throw problem
        const thread = threadId
        await awaitEffect(toolCallId, kind, answerTimeout, () =>
          send(
            () =>
              agent.sendToolApproval({
                resourceId,
                threadId: thread,
                toolCallId,
                approved,
                ...(kind === 'suspension' ? { resumeData } : {}),
                // else the rest of the run would ask nobody
                streamOptions: { requireToolApproval: true, memory: { thread, resource: resourceId } },
              }),
            'go on with the run',
          ),
        ).catch((refused: unknown) => {
          throw isObject(refused) && NO_RUN.test(String(refused.message)) ? problem : refused
        })
      })
      failedOnce.delete(toolCallId)
    } catch (problem) {
      await undo?.()
      if (!(problem instanceof StillOpen)) throw problem
      if (!isForgotten && problem.prompt) {
        failedOnce.add(toolCallId)
        throw refusal(
          `The server said that it took the answer, but nothing followed for ${Math.round(answerTimeout / 1000)} seconds and it still asks. Send it again.`,
          true,
        )
      }
      lose(toolCallId)
      throw refusal(LOST, false)
    }
  }

  /** Without a connection the effect of an answer could not be seen, so none is sent. */
  const bridgeGap = async (open: Gap) => {
    open.retry()
    const wait = pause(answerTimeout)
    await Promise.race([open.bridged, wait.ended])
    wait.end()
    if (gap) throw refusal('The server cannot be reached. The answer was not sent.', true)
  }

  /** Sends an answer and resolves when its effect is seen; rejects with `StillOpen` when the server still asks after the time. */
  const awaitEffect = (toolCallId: string, kind: Kind, timeout: number, post: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const prompt = prompts.get(toolCallId)
      const timers: ReturnType<typeof setTimeout>[] = []
      const settle = (finish: () => void) => {
        for (const timer of timers) clearTimeout(timer)
        waiters.delete(waiter)
        finish()
      }
      const take = () => {
        if (prompts.get(toolCallId) === prompt) prompts.delete(toolCallId)
        settle(resolve)
      }
      const look = async (isLast: boolean) => {
        try {
          const stored = await readThread()
          const open = stored?.prompts.get(toolCallId)
          const known = stored?.toolCalls.findLast(call => call.toolCallId === toolCallId)
          if (!waiters.has(waiter)) return
          if (known?.reason === 'superseded') settle(() => reject(new StillOpen()))
          else if (stored && known && open?.kind !== kind) {
            take()
            applyStored(stored, new Set(), undefined)
          } else if (isLast) {
            settle(() =>
              reject(
                open
                  ? new StillOpen(open)
                  : refusal(
                      'Nothing followed the answer, and the server cannot be asked whether it took it. Send it again.',
                      true,
                    ),
              ),
            )
          }
        } catch {
          if (isLast && waiters.has(waiter))
            settle(() =>
              reject(refusal('Nothing followed the answer, and the server cannot be reached. Send it again.', true)),
            )
        }
      }
      const waiter: Waiter = {
        toolCallId,
        taken: take,
        failed: message => settle(() => reject(refusal(message, true))),
        look: () => void look(false),
      }
      waiters.add(waiter)
      post().then(
        () => {
          if (!waiters.has(waiter)) return
          // A tool that was approved may be silent for long, but its prompt leaves the storage at once.
          for (const share of LOOKS) timers.push(setTimeout(() => void look(share === 1), timeout * share))
        },
        (problem: unknown) => {
          if (waiters.has(waiter)) settle(() => reject(problem))
        },
      )
    })

  /** Allows more than this one call. Returns how to take it back. */
  const widen = async (grant: GrantScope, toolName: string): Promise<() => Promise<void>> => {
    const name = grant === 'tool' ? toolName : grant === 'category' ? toolCategory?.(toolName) : undefined
    const set =
      grant === 'tool' ? session.setPermissionForTool?.bind(session) : session.setPermissionForCategory?.bind(session)
    if (name === undefined || !set)
      throw refusal(`Nothing can be allowed for good in the scope "${grant}" here.`, false)
    const rules = await session.getPermissions?.().catch(() => undefined)
    const group = isObject(rules) ? rules[grant === 'tool' ? 'tools' : 'categories'] : undefined
    const before = isObject(group) && Object.hasOwn(group, name) ? group[name] : undefined
    await send(() => set(name, 'allow'), 'change a permission')
    return async () => {
      await set(name, before === 'allow' || before === 'deny' ? before : 'ask').catch(() => {})
    }
  }

  return {
    connect(send, context) {
      emit = send
      const closing = new AbortController()
      gap = openGap()
      void keepConnected(context, closing.signal)
      return () => {
        closing.abort()
        gap = undefined
        forgetStop()
        emit = () => {}
      }
    },
    async respond(answers) {
      const results = await Promise.allSettled(answers.map(deliver))
      const failed = results.flatMap((result, at) =>
        result.status === 'rejected' ? [{ key: answers[at]!.call.key, cause: result.reason as unknown }] : [],
      )
      if (failed.length === 0) return
      throw { ...asHostError(failed[0]?.cause), toolCallKeys: failed.map(({ key }) => key) } satisfies ToolCallHostError
    },
    stop() {
      const open = [...prompts.keys()]
      const onEnd = ({ type }: Record<string, unknown>) => type === 'agent_end' && done()
      const done = () => {
        clearTimeout(timer)
        listeners.delete(onEnd)
      }
      forgetStop()
      forgetStop = done
      listeners.add(onEnd)
      // a server that has forgotten the run says nothing, and nothing may spin for ever
      const timer = setTimeout(() => {
        done()
        isRunning = false
        emit(decoder.end('aborted'))
        for (const toolCallId of open)
          if (prompts.delete(toolCallId)) emit({ type: 'tool_cancelled', toolCallId, threadId, reason: 'aborted' })
      }, answerTimeout)
      session.abort?.().catch(() => {})
    },
    ...(readPlan ? { readPlan } : {}),
    ...(session.getPermissions && {
      async listGrants() {
        const rules = await session.getPermissions?.()
        const allowed = (group: unknown, scope: ToolGrant['scope']) =>
          Object.entries(isObject(group) ? group : {}).flatMap(([name, policy]) =>
            policy === 'allow' ? [{ scope, name }] : [],
          )
        return isObject(rules) ? [...allowed(rules.categories, 'category'), ...allowed(rules.tools, 'tool')] : []
      },
      revokeGrant: ({ scope, name }: ToolGrant) =>
        send(
          scope === 'category'
            ? session.setPermissionForCategory?.bind(session, name, 'ask')
            : session.setPermissionForTool?.bind(session, name, 'ask'),
          'change a permission',
        ),
    }),
    respondWhen: { approval: 'each', resume: 'each', cancel: 'each' },
    capabilities: {
      reason: false,
      editInput: false,
      grants: [
        'once',
        ...(session.setPermissionForTool ? (['tool'] as const) : []),
        ...(session.setPermissionForCategory && toolCategory ? (['category'] as const) : []),
      ],
      modelOutput: false,
      cancel: false,
    },
  }
}

const LOST =
  'The server no longer waits for this answer: it was restarted, or the conversation went on. The answer was not used.'
/** How long an answer may be without an effect when the server may have forgotten the question. */
const FORGOTTEN_TIMEOUT = 3000
/** When to look whether an answer was taken that nothing followed, as shares of its time. */
const LOOKS = [0.05, 0.25, 1]
/** An agent that knows no run to go on with; the routes have no code for it. */
const NO_RUN = /could not find|is not suspended/
const MIN_DELAY = 250
const MAX_DELAY = 10_000
/** A connection that held this long was a good one. */
const STABLE = 5000

/** The answer was sent, and the prompt is still in storage; without it, the conversation went on over it. */
class StillOpen extends Error {
  readonly prompt: StoredPrompt | undefined
  constructor(prompt?: StoredPrompt) {
    super('The server still asks.')
    this.prompt = prompt
  }
}

function refusal(message: string, retryable: boolean): ToolCallHostError {
  return { message, retryable }
}

async function send(request: (() => Promise<unknown>) | undefined, what: string): Promise<void> {
  if (!request) throw refusal(`This AgentController session cannot ${what}.`, false)
  try {
    await request()
  } catch (cause) {
    const { status, message } = cause as RequestError
    const isFinal = status !== undefined && status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status)
    throw refusal(status === undefined ? `The server cannot be reached (${message}).` : message, !isFinal)
  }
}

function asHostError(cause: unknown): ToolCallHostError {
  if (isObject(cause) && typeof cause.message === 'string' && typeof cause.retryable === 'boolean')
    return { message: cause.message, retryable: cause.retryable }
  return refusal(textOf(cause) ?? 'The answer could not be sent.', true)
}

function openGap(): Gap {
  let bridge: () => void = () => {}
  const bridged = new Promise<void>(resolve => (bridge = resolve))
  return { bridged, bridge, retry: () => {} }
}

/** Ends by itself after the time, or when it is told to. */
function pause(milliseconds: number): { ended: Promise<void>; end(): void } {
  let end: () => void = () => {}
  const ended = new Promise<void>(resolve => (end = resolve))
  const timer = setTimeout(end, milliseconds)
  return {
    ended,
    end() {
      clearTimeout(timer)
      end()
    },
  }
}
