import { common, createLowlight } from 'lowlight'

export interface HighlightedToken {
  readonly text: string
  /** A keyword, a string, a comment …; undefined: nothing in particular. */
  readonly type: string | undefined
}
export type HighlightedLine = readonly HighlightedToken[]

const lowlight = createLowlight(common)
const extensions: Readonly<Record<string, string>> = {
  mts: 'typescript',
  cts: 'typescript',
  mjs: 'javascript',
  vue: 'xml',
  svelte: 'xml',
  yml: 'yaml',
  toml: 'ini',
  zsh: 'bash',
}

/** The lines of a text with what each piece of them is. Undefined where the name of the file says no known language. */
export function highlight(text: string, path: string): readonly HighlightedLine[] | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const language = Object.hasOwn(extensions, extension) ? extensions[extension] : extension
  if (!language || !lowlight.registered(language)) return undefined
  const lines: HighlightedToken[][] = [[]]
  const visit = (node: LowlightNode, type: string | undefined): void => {
    if (node.type === 'text') {
      for (const [index, piece] of node.value.split('\n').entries()) {
        if (index > 0) lines.push([])
        if (piece !== '') lines.at(-1)?.push({ text: piece, type })
      }
    } else if (node.type === 'element' || node.type === 'root') {
      for (const child of node.children) visit(child, typeOf(node) ?? type)
    }
  }
  visit(lowlight.highlight(language, text), undefined)
  return lines
}

type LowlightNode = ReturnType<typeof lowlight.highlight> | ReturnType<typeof lowlight.highlight>['children'][number]

function typeOf(node: LowlightNode): string | undefined {
  const names = node.type === 'element' ? node.properties['className'] : undefined
  const [first] = Array.isArray(names) ? names : []
  return typeof first === 'string' ? first.replace(/^hljs-/, '') : undefined
}
