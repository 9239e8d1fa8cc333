import type { ModelOutput } from '../../core/model-output.ts'

/**
 * Our namespace in a part's `callProviderMetadata`, which becomes the `providerOptions` of the model message: the one field of a tool
 * part that is free, is stored, and reaches the server's messages in both versions of the SDK.
 */
const NAMESPACE = 'react-tool-calls'

type Metadata = Readonly<Record<string, unknown>>

/** Metadata with what the model reads of a tool that ran in the browser. The part's `output` stays the raw one. */
export function withModelOutput(metadata: Metadata | undefined, modelOutput: ModelOutput): Metadata {
  return { ...metadata, [NAMESPACE]: { modelOutput } }
}

/** What was put there: it comes from a client, so it may be anything. */
export function readModelOutput(metadata: unknown): unknown {
  const own = isRecord(metadata) ? metadata[NAMESPACE] : undefined
  return isRecord(own) ? own['modelOutput'] : undefined
}

/** Metadata without our namespace; undefined where nothing else was in it. */
export function withoutModelOutput(metadata: Metadata): Metadata | undefined {
  const { [NAMESPACE]: _, ...rest } = metadata
  return Object.keys(rest).length === 0 ? undefined : rest
}

export function hasModelOutput(metadata: unknown): metadata is Metadata {
  return isRecord(metadata) && Object.hasOwn(metadata, NAMESPACE)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
