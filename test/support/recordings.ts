import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One call as `expected.json` describes it: only the listed facts are asserted. */
export interface ExpectedCall {
  toolCallId: string
  toolName: string
  state: string
  reason?: string
  errorKind?: string
  errorText?: string
  errorTextIncludes?: string
  input?: unknown
  inputText?: string
  output?: unknown
  decision?: { approved: boolean; by: string; reason?: string }
  approvalSeen?: {
    id?: string
    idEndsWith?: string
    requestReason?: string
    isAutomatic?: boolean
    signed?: boolean
  }
  suspensionSeen?: { payload: unknown }
  resumeData?: unknown
  subagentText?: string
  parentToolCallId?: string
  alsoAccept?: { state: string; reason?: string; errorKind?: string }[]
  dynamic?: boolean
  title?: string
  providerExecuted?: boolean
}
export interface ExpectedRecording {
  _how: string
  calls: ExpectedCall[]
  checkpoints?: { after: string; states: Record<string, string> }[]
}
export interface Recording extends ExpectedRecording {
  name: string
  /** The chunks of each response. */
  responses: unknown[][]
}

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url))

export function readRecordings(folder: string): Recording[] {
  const expected = JSON.parse(readFileSync(`${FIXTURES}${folder}/expected.json`, 'utf8')) as {
    recordings: Record<string, ExpectedRecording>
  }
  return Object.entries(expected.recordings).map(([name, recording]) => {
    const at = name.lastIndexOf('/')
    const directory = `${FIXTURES}${folder}/${name.slice(0, at + 1)}`
    const stem = name.slice(at + 1)
    const files = readdirSync(directory)
      .filter(
        file =>
          file === `${stem}.jsonl` || (file.startsWith(`${stem}.`) && /^\d+\.jsonl$/.test(file.slice(stem.length + 1))),
      )
      .sort()
    return { name, ...recording, responses: files.map(file => readLines(directory + file)) }
  })
}

function readLines(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as unknown)
}
