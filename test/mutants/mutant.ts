/** A small change that breaks one law. */
export interface Mutant {
  /** The number of the law that it breaks. */
  readonly law: number
  /** What it makes untrue, in words. */
  readonly breaks: string
  /** Below `src/`. */
  readonly file: string
  /** Stands once in the file. */
  readonly find: string
  readonly replace: string
}
