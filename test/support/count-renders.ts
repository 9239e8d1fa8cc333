/** Import this before React: it is told of every commit, as React's own developer tools are. */
interface Fiber {
  readonly type: unknown
  readonly flags: number
  readonly memoizedProps: Readonly<Record<string, unknown>> | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
}

/** What React sets on a component that it called, and not on one that it passed over. */
const PERFORMED_WORK = 1

type Listener = (name: string, props: Readonly<Record<string, unknown>>) => void
let listener: Listener | undefined

/** Calls back for each component that renders, by its name. */
export function onRender(callback: Listener): () => void {
  listener = callback
  return () => {
    listener = undefined
  }
}

function visit(fiber: Fiber): void {
  const name = typeof fiber.type === 'function' ? fiber.type.name : ''
  if (name !== '' && (fiber.flags & PERFORMED_WORK) !== 0) listener?.(name, fiber.memoizedProps ?? {})
  // The same children as before: nothing below was touched.
  if (fiber.child !== null && fiber.child === fiber.alternate?.child) return
  for (let child = fiber.child; child; child = child.sibling) visit(child)
}

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => listener && visit(root.current),
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    checkDCE: () => {},
  },
})
