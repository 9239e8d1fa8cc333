import type { TextBlock } from './split-text.ts'

/**
 * Reads the blocks of a growing text one after the other. What was read of a finished block is kept, so that each call costs what is
 * new; `read` gets what the block before it left behind.
 */
export function createBlockReader<State, Result>(
  initial: State,
  read: (block: TextBlock, state: State) => { readonly result: Result; readonly state: State },
): (blocks: readonly TextBlock[]) => readonly Result[] {
  let known: { block: TextBlock; result: Result; state: State }[] = []
  return blocks => {
    const first = blocks.findIndex((block, index) => known[index]?.block !== block)
    known = first === -1 ? known.slice(0, blocks.length) : known.slice(0, first)
    for (const block of blocks.slice(known.length))
      known.push({ block, ...read(block, known.at(-1)?.state ?? initial) })
    return known.map(({ result }) => result)
  }
}
