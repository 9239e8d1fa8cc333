/** A believable module of about 4 KB: long enough to watch, short enough to read. */
export const slugifySource = `/** Options of {@link slugify}. */
export interface SlugifyOptions {
  /** @default '-' */
  separator?: string
  /** Longest slug, in characters. It is cut at a word. @default 64 */
  maxLength?: number
  /** Words left out of the slug. @default none */
  stopWords?: Iterable<string>
  /** Letters that a plain decomposition does not reach. */
  replacements?: Readonly<Record<string, string>>
}

const defaultReplacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  '&': ' and ',
  '@': ' at ',
  '%': ' percent ',
  '€': ' euro ',
}

const combiningMarks = /\\p{Mark}+/gu
const notWord = /[^\\p{Letter}\\p{Number}]+/gu

/**
 * Turns a title into the last part of a URL.
 *
 * @example slugify('Fresh bread & butter') // 'fresh-bread-and-butter'
 */
export function slugify(title: string, options: SlugifyOptions = {}): string {
  const { separator = '-', maxLength = 64, stopWords = [], replacements = {} } = options
  if (maxLength < 1) {
    throw new RangeError(\`maxLength must be at least 1, but it is \${maxLength}.\`)
  }
  const table = { ...defaultReplacements, ...replacements }
  const ignored = new Set([...stopWords].map(word => word.toLowerCase()))

  const words = replaceLetters(title.toLowerCase(), table)
    .normalize('NFKD')
    .replace(combiningMarks, '')
    .split(notWord)
    .filter(word => word !== '' && !ignored.has(word))

  return cutAtWord(words, separator, maxLength)
}

/** Makes slugs that are unique among those it has made or was told about. */
export function createSlugger(taken: Iterable<string> = [], options: SlugifyOptions = {}) {
  const seen = new Map<string, number>()
  for (const slug of taken) seen.set(slug, 1)

  return {
    has: (slug: string) => seen.has(slug),
    next(title: string): string {
      const base = slugify(title, options) || 'untitled'
      const count = seen.get(base)
      if (count === undefined) {
        seen.set(base, 1)
        return base
      }
      let number = count + 1
      let candidate = join(base, number, options)
      while (seen.has(candidate)) {
        number += 1
        candidate = join(base, number, options)
      }
      seen.set(base, number)
      seen.set(candidate, 1)
      return candidate
    },
  }
}

function join(base: string, number: number, options: SlugifyOptions): string {
  const { separator = '-', maxLength = 64 } = options
  const suffix = \`\${separator}\${number}\`
  return base.slice(0, Math.max(1, maxLength - suffix.length)) + suffix
}

function replaceLetters(text: string, table: Readonly<Record<string, string>>): string {
  let result = ''
  for (const letter of text) {
    result += Object.hasOwn(table, letter) ? table[letter] : letter
  }
  return result
}

function cutAtWord(words: readonly string[], separator: string, maxLength: number): string {
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word : slug + separator + word
    if (longer.length > maxLength) break
    slug = longer
  }
  // A first word that is too long on its own is cut, so that a title never ends up empty.
  return slug === '' ? (words[0] ?? '').slice(0, maxLength) : slug
}

/** Whether a text already is a slug, so that it may be kept as it stands. */
export function isSlug(text: string, { separator = '-' }: Pick<SlugifyOptions, 'separator'> = {}): boolean {
  return text !== '' && text === slugify(text, { separator, maxLength: text.length })
}

/** Reads a slug back as words, for a heading when the title itself is lost. */
export function unslugify(slug: string, { separator = '-' }: Pick<SlugifyOptions, 'separator'> = {}): string {
  const words = slug.split(separator).filter(word => word !== '')
  const [first = '', ...rest] = words
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}
`

/** A report of as many chapters as asked for, roughly 900 characters each. */
export function longReport(chapters: number): string {
  const subjects = ['Stock', 'Deliveries', 'Opening hours', 'Returns', 'Baking', 'Suppliers', 'Prices', 'The counter']
  const parts = ['# The corner shop\n']
  for (let index = 0; index < chapters; index += 1) {
    const subject = subjects[index % subjects.length]
    parts.push(`
## ${index + 1}. ${subject}

${subject} is looked after by two people who take turns. The first one counts in the morning, before the door opens, and writes the number on the board behind the counter. The second one counts again in the evening. When the two numbers differ by more than three, both stay and look for the reason together.

| week | planned | counted | difference |
| ---- | ------- | ------- | ---------- |
| ${index * 4 + 1} | 120 | 118 | -2 |
| ${index * 4 + 2} | 124 | 124 | 0 |
| ${index * 4 + 3} | 118 | 121 | 3 |
| ${index * 4 + 4} | 130 | 126 | -4 |

What we learned in these weeks:

- A note on the board is read by everyone, a message on the phone by half of us.
- Counting twice costs ten minutes and saves an hour of searching.
- The difference in the last week came from a box that stood behind the door.
`)
  }
  return parts.join('')
}

/** The project that the demo's tools work on. It only exists in memory. */
export const projectFiles: Readonly<Record<string, string>> = {
  'README.md':
    '# Corner shop\n\nA small shop with a cart, a checkout and a few bakers.\n\n## Start\n\n    npm start\n\nThe till opens at http://localhost:4000.\n',
  'package.json':
    '{\n  "name": "corner-shop",\n  "version": "1.4.0",\n  "type": "module",\n  "scripts": { "start": "node src/main.ts", "test": "node --test" }\n}\n',
  'src/main.ts':
    "import { createCart } from './cart.ts'\nimport { checkout } from './checkout.ts'\n\nconst cart = createCart()\ncart.add({ name: 'bread', price: 3.2 })\nconsole.log(checkout(cart))\n",
  'src/cart.ts':
    'export interface Item {\n  name: string\n  price: number\n}\n\n// TODO: keep the cart through a reload\nexport function createCart() {\n  const items: Item[] = []\n  return { items, add: (item: Item) => items.push(item) }\n}\n',
  'src/checkout.ts':
    "import type { Item } from './cart.ts'\n\n// TODO: round to the currency's smallest coin\nexport function checkout(cart: { items: Item[] }) {\n  return cart.items.reduce((sum, item) => sum + item.price, 0)\n}\n",
  'drafts/old-notes.md': 'Call the mill about rye.\nAsk Mara for the key.\n',
  'logs/debug.log': '08:02 opened\n08:03 counted 118\n',
  'logs/trace.log': '08:02:11 door\n08:02:14 light\n',
}
