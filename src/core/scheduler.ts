/** Decides when buffered deltas are applied. `schedule` returns how to cancel. */
export interface ToolCallScheduler {
  schedule(apply: () => void): () => void
}

/** The next animation frame, or 100 ms where no frame comes: in a hidden page, in a worker, in Node. */
export const frameScheduler: ToolCallScheduler = {
  schedule(apply) {
    let frame: number | undefined
    const cancel = () => {
      clearTimeout(timer)
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
    const run = () => {
      cancel()
      apply()
    }
    const hasFrames = typeof requestAnimationFrame === 'function' && typeof document !== 'undefined' && !document.hidden
    const timer = setTimeout(run, hasFrames ? 100 : 16)
    if (hasFrames) frame = requestAnimationFrame(run)
    return cancel
  },
}
