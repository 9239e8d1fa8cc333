import { describe, expect, it } from 'vitest'
import { endOf, expectedFacts, factsOf, playRecording } from '../../support/ai-sdk-recordings.ts'
import { readRecordings } from '../../support/recordings.ts'

describe('recorded AI SDK streams end as they did for the reference client', () => {
  const recordings = [...readRecordings('ai-sdk'), ...readRecordings('ai-sdk/mastra')]

  it.each(recordings.map(recording => [recording.name, recording] as const))('%s', async (_, recording) => {
    const watched = await playRecording(recording)
    const { session, checkpoints } = watched
    for (const checkpoint of recording.checkpoints ?? []) {
      expect(checkpoints.get(checkpoint.after)).toEqual(checkpoint.states)
    }
    expect(session.getToolCalls().map(call => call.toolCallId)).toEqual(recording.calls.map(call => call.toolCallId))
    recording.calls.forEach((expected, at) => {
      const call = session.getToolCalls()[at]!
      const end = endOf(call)
      expect([expected, ...(expected.alsoAccept ?? [])].map(endOf)).toContainEqual(end)
      if (end.state === expected.state) expect(factsOf(call, expected, watched)).toEqual(expectedFacts(expected))
    })
  })
})
