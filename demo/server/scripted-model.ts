import { setTimeout as delay } from 'node:timers/promises'
import { MockLanguageModelV4 } from 'ai/test'
import { clientToolScenarios } from './client-tools/client-tool-scenarios.ts'
import { mastraScenarios } from './mastra/mastra-scenarios.ts'
import { findScenario, scenarios } from './scenarios.ts'
import type { Scenario, ScenarioResult, ScenarioStep } from './scenarios.ts'

type CallOptions = Parameters<MockLanguageModelV4['doStream']>[0]
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

/** One part of the script, just before it is sent. */
export interface ScriptedPartInfo {
  /** The scenario's title; `''` for the answer to anything else. */
  scenario: string
  /** Which of the scenario's steps, from 0. */
  step: number
  /** Which part of the step, from 0. */
  index: number
  count: number
  part: { type: StreamPart['type']; toolCallId?: string | undefined }
  signal?: AbortSignal | undefined
}

export interface ScriptedModelOptions {
  /** Awaited before each part; the part is sent when it resolves. @default a short pause */
  beforePart?(info: ScriptedPartInfo): Promise<void> | void
  /** Sees what the model was given: prompt, tools, abort signal. */
  onCall?(options: CallOptions): void
}

/** Stands for a connection that breaks; the server answers it by destroying the response. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

/** A language model that acts out `scenarios`: no key, no network, real stream parts at a natural pace. */
export function createScriptedModel({ beforePart = pause, onCall }: ScriptedModelOptions = {}): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    provider: 'scripted',
    modelId: 'scripted',
    doStream: async options => {
      onCall?.(options)
      // The tools tell which server asks; each has scenes of its own.
      const has = (name: string) => options.tools?.some(tool => tool.name === name) === true
      const known = has('ask_user') ? mastraScenarios : has('read_selection') ? clientToolScenarios : scenarios
      const { scenario, step, parts } = writeStep(options.prompt, known)
      const signal = options.abortSignal
      let index = 0
      // Pulled one by one, with nothing ahead in a queue: a held part really has not been sent.
      const stream = new ReadableStream<StreamPart>(
        {
          async pull(controller) {
            const part = parts[index]
            if (part === undefined) return controller.close()
            try {
              signal?.throwIfAborted()
              const info = {
                scenario,
                step,
                index,
                count: parts.length,
                part: { type: part.type, toolCallId: toolCallIdOf(part) },
                signal,
              }
              await untilAborted(Promise.resolve(beforePart(info)), signal)
            } catch (error) {
              return controller.error(error)
            }
            index += 1
            controller.enqueue(part)
          },
        },
        { highWaterMark: 0 },
      )
      return { stream }
    },
  })
}

/** Everything one model call says, decided by the prompt alone, so that a retry says the same. */
function writeStep(
  prompt: CallOptions['prompt'],
  known: readonly Scenario[],
): { scenario: string; step: number; parts: readonly StreamPart[] } {
  const lastUser = prompt.findLastIndex(message => message.role === 'user')
  const turn = prompt.filter(message => message.role === 'user').length
  const since = prompt.slice(lastUser + 1)
  const results = readResults(since)
  const step = since.filter(
    message => message.role === 'assistant' && message.content.some(part => part.type === 'tool-call'),
  ).length

  // A forked sub-agent gets its task with instructions below it.
  const [words = ''] = textOf(prompt[lastUser]).split('\n\n')
  const scenario = findScenario(words, known)
  const script =
    scenario === undefined
      ? { text: whatToAsk(known) }
      : (scenario.steps[step] ?? { text: 'That is all I know about this.' })
  return { scenario: scenario?.title ?? '', step, parts: writeParts(script, results, `call_${turn}_${step + 1}`) }
}

function writeParts(step: ScenarioStep, results: readonly ScenarioResult[], idPrefix: string): readonly StreamPart[] {
  const parts: StreamPart[] = [{ type: 'stream-start', warnings: [] }]
  const text = typeof step.text === 'function' ? step.text(results) : step.text
  if (text !== undefined) {
    parts.push({ type: 'text-start', id: 'text' })
    for (const delta of pieces(text, 4, 12)) parts.push({ type: 'text-delta', id: 'text', delta })
    parts.push({ type: 'text-end', id: 'text' })
  }

  const calls = (typeof step.calls === 'function' ? step.calls(results) : (step.calls ?? [])).map(
    (call, index, all): StreamPart[] => {
      const id = `${idPrefix}_${index + 1}`
      const input = JSON.stringify(call.input)
      const breaksOff = step.breaksOff !== undefined && index === all.length - 1
      const deltas = pieces(breaksOff ? input.slice(0, Math.floor(input.length / 3)) : input, 5, 20)
      return [
        { type: 'tool-input-start', id, toolName: call.toolName },
        ...deltas.map((delta): StreamPart => ({ type: 'tool-input-delta', id, delta })),
        ...(breaksOff
          ? []
          : [
              { type: 'tool-input-end', id } as const,
              { type: 'tool-call', toolCallId: id, toolName: call.toolName, input } as const,
            ]),
      ]
    },
  )
  parts.push(...(step.interleaved === true ? interleave(calls) : calls.flat()))

  if (step.breaksOff === 'connection-lost') {
    parts.push({ type: 'error', error: new ConnectionLost('The scenario broke the connection.') })
  } else {
    const unified = step.breaksOff ?? (calls.length > 0 ? 'tool-calls' : 'stop')
    parts.push({ type: 'finish', finishReason: { unified, raw: unified }, usage: usageOf(parts.length) })
  }
  return parts
}

function readResults(messages: CallOptions['prompt']): readonly ScenarioResult[] {
  const results = messages.flatMap(message => {
    if (message.role !== 'tool') return []
    return message.content.flatMap((part): ScenarioResult[] => {
      if (part.type !== 'tool-result') return []
      const { toolCallId, toolName, output } = part
      switch (output.type) {
        case 'execution-denied':
          return [
            {
              toolCallId,
              toolName,
              outcome: 'denied',
              value: undefined,
              ...(output.reason === undefined ? {} : { reason: output.reason }),
            },
          ]
        case 'error-text':
        case 'error-json':
          return [{ toolCallId, toolName, outcome: 'failed', value: output.value }]
        default:
          return [{ toolCallId, toolName, outcome: 'succeeded', value: output.value }]
      }
    })
  })
  // Denials come before what the approved calls brought; a person thinks in the order of the calls.
  return results.toSorted((one, other) => (one.toolCallId < other.toolCallId ? -1 : 1))
}

function textOf(message: CallOptions['prompt'][number] | undefined): string {
  if (message?.role !== 'user') return ''
  return message.content.map(part => (part.type === 'text' ? part.text : '')).join(' ')
}

function whatToAsk(known: readonly Scenario[]): string {
  return `I only know a few scenes. Say one of these:\n\n${known.map(scenario => `- ${scenario.title}: ${scenario.prompt}`).join('\n')}`
}

/** Cuts a text into pieces of uneven, repeatable sizes; a cut may fall inside an escape, as it does with real models. */
function pieces(text: string, shortest: number, longest: number): string[] {
  const result: string[] = []
  let seed = text.length
  for (let start = 0; start < text.length;) {
    seed = (seed * 1103 + 12345) % 65536
    const size = shortest + (seed % (longest - shortest + 1))
    result.push(text.slice(start, start + size))
    start += size
  }
  return result
}

function interleave(lists: readonly (readonly StreamPart[])[]): StreamPart[] {
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap(list => list[index] ?? [])).flat()
}

function toolCallIdOf(part: StreamPart): string | undefined {
  switch (part.type) {
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-end':
      return part.id
    case 'tool-call':
      return part.toolCallId
    default:
      return undefined
  }
}

function pause({ part, signal }: ScriptedPartInfo): Promise<void> {
  const milliseconds =
    part.type === 'tool-input-start' ? 150 : part.type === 'text-delta' ? 24 : part.type === 'tool-input-delta' ? 14 : 4
  return delay(milliseconds, undefined, signal && { signal })
}

/** Rejects with the signal's reason as soon as it fires, whatever the promise is waiting for. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise
  const finished = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: finished.signal })
  })
  await Promise.race([promise, aborted]).finally(() => finished.abort())
}

function usageOf(parts: number) {
  return {
    inputTokens: { total: 120, noCache: 120, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: parts, text: parts, reasoning: undefined },
  }
}
