import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextSplitter } from '../../../src/components/previews/split-text.ts'
import { isPatch, patchStart, readPatch } from '../../../src/components/previews/read-patch.ts'
import { colorsOf, readAnsi, toShownLine } from '../../../src/components/outputs/read-ansi.ts'
import { parseJsonText, readContent } from '../../../src/components/outputs/read-content.ts'
import { readHits } from '../../../src/components/outputs/read-hits.ts'
import { toRows } from '../../../src/components/outputs/table-output.tsx'

describe('a text in blocks', () => {
  const text = fc.array(fc.oneof(fc.constantFrom('\n', '\n', '\r\n', 'word ', '🎉'), fc.string()), { maxLength: 400 })

  it('is the text, however it arrived', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (pieces, maxLines) => {
        const split = createTextSplitter(maxLines)
        let whole = ''
        for (const piece of pieces) {
          whole += piece
          const blocks = split(whole)
          expect(blocks.map(block => block.text).join('')).toBe(whole)
          for (const block of blocks)
            expect(block.line).toBe(whole.slice(0, startOf(blocks, block)).split('\n').length - 1)
        }
        expect(split(whole).map(block => block.text)).toEqual(
          createTextSplitter(maxLines)(whole).map(block => block.text),
        )
      }),
    )
  })

  it('keeps every finished block while 200 KB arrive', () => {
    const split = createTextSplitter()
    let whole = ''
    let known = split(whole)
    while (whole.length < 200_000) {
      whole += `a line of ${whole.length} characters\n`.repeat(40)
      const blocks = split(whole)
      expect(known.slice(0, -1).every((block, index) => blocks[index] === block)).toBe(true)
      known = blocks
    }
  })

  it('cuts a line that is too long, between characters', () => {
    const blocks = createTextSplitter()('🎉'.repeat(20_000))
    expect(blocks.length).toBeGreaterThan(4)
    expect(blocks.every(block => !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(block.text))).toBe(true)
    expect(blocks.slice(1).every(block => block.isContinued && block.line === 0)).toBe(true)
  })

  it('starts anew with another text', () => {
    const split = createTextSplitter(1)
    split('a\nb\nc\n')
    expect(split('x\ny').map(block => block.text)).toEqual(['x\n', 'y'])
    expect(split('z\ny\nlonger than before').map(block => block.text)).toEqual(['z\n', 'y\n', 'longer than before'])
  })
})

function startOf(blocks: readonly { readonly text: string }[], block: unknown): number {
  let start = 0
  for (const other of blocks) {
    if (other === block) break
    start += other.text.length
  }
  return start
}

describe('a terminal', () => {
  it('A05: shows no link, no title, no clipboard, no cursor and no hidden text as hidden', () => {
    expect(toShownLine('\u001b]8;;https://x.example\u0007click\u001b]8;;\u0007')).toBe('click')
    expect(toShownLine('\u001b]0;title\u001b\\a\u001b]52;c;cm0=\u0007b')).toBe('ab')
    expect(toShownLine('a\u001b[2K\u001b[1;1Hb\u001b[?25lc')).toBe('abc')
    expect(toShownLine('ab\b\bx')).toBe('x')
    expect(
      readAnsi('ls \u001b[8mrm -rf ~\u001b[0m')
        .map(span => span.text)
        .join(''),
    ).toBe('ls rm -rf ~')
    expect(
      readAnsi('<img src=x>')
        .map(span => span.text)
        .join(''),
    ).toBe('<img src=x>')
  })

  it('shows a line that overwrote itself as it ended', () => {
    expect(toShownLine('10%\r50%\r100%')).toBe('100%')
    expect(toShownLine('done\r')).toBe('done')
    expect(toShownLine('\u001b[32m10%\r100%')).toBe('\u001b[32m100%')
  })

  it('has six hues, whatever says them', () => {
    const hue = (codes: string) => readAnsi(`\u001b[${codes}mx`)[0]?.hue
    expect(['31', '91', '38;5;196', '38;2;255;0;0'].map(hue)).toEqual(['red', 'red', 'red', 'red'])
    expect(['32', '33', '34', '35', '36', '2', '90'].map(hue)).toEqual([
      'green',
      'yellow',
      'blue',
      'magenta',
      'cyan',
      'dim',
      'dim',
    ])
    expect(['37', '38;5;255', '0'].map(hue)).toEqual([undefined, undefined, undefined])
    expect(readAnsi('\u001b[1mx')[0]?.isBold).toBe(true)
  })

  it('goes on in its colours on the next line', () => {
    expect(colorsOf('\u001b[31mred')).toBe('\u001b[31m')
    expect(colorsOf('more', '\u001b[31m')).toBe('\u001b[31m')
    expect(colorsOf('\u001b[31mred\u001b[0m')).toBe('')
  })
})

describe('a patch', () => {
  const types = (text: string) =>
    readPatch({ text, line: 0, isContinued: false }, patchStart).result.map(line => `${line.type}:${line.text}`)

  it('has hunks, and a removed line of dashes is no header', () => {
    expect(types('--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@ fn\n a\n--- b\n-c\n+d\n')).toEqual([
      'note:--- a/x',
      'note:+++ b/x',
      'hunk:@@ -1,3 +1,2 @@ fn',
      'same:a',
      'removed:-- b',
      'removed:c',
      'added:d',
    ])
  })

  it('may have the format of apply_patch', () => {
    const text = '*** Begin Patch\n*** Update File: a.ts\n@@ fn\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch'
    expect(isPatch(text)).toBe(true)
    expect(types(text)).toEqual([
      'note:*** Begin Patch',
      'note:*** Update File: a.ts',
      'hunk:@@ fn',
      'removed:x',
      'added:y',
      'note:*** Add File: b.ts',
      'added:z',
      'note:*** End Patch',
    ])
  })

  it('is told from a text', () => {
    expect(isPatch('diff --git a/x b/x\n')).toBe(true)
    expect(isPatch('--- \nA line above.')).toBe(false)
    expect(isPatch('- a list')).toBe(false)
  })
})

describe('hits', () => {
  it('are read from what grep writes', () => {
    expect(readHits('a.ts:5:7: const x\na.ts:6- y\n--\nsrc/b.ts:12:z')).toEqual({
      type: 'files',
      files: [
        {
          path: 'a.ts',
          hits: [
            { line: 5, text: 'const x' },
            { line: 6, text: 'y', isContext: true },
          ],
        },
        { path: 'src/b.ts', hits: [{ line: 12, text: 'z' }] },
      ],
      notes: [],
    })
  })

  it('are read from records and pages, and nothing of them is left out', () => {
    expect(readHits([{ path: 'a', line: 1, text: 'x' }])).toMatchObject({ type: 'files' })
    expect(readHits([{ path: 'a', line: 1, text: 'x', owner: 'me' }])).toBeUndefined()
    expect(readHits({ results: [{ title: 'T', url: 'https://a.example', snippet: 's' }], took: 1 })).toMatchObject({
      type: 'web',
      rest: { took: 1 },
    })
  })

  it('are not found in prose', () => {
    expect(readHits('At 10:30: we met.\nThen nothing.\nAnd more.\nAnd more.\nAnd more.')).toBeUndefined()
    expect(readHits('No matches found')).toBeUndefined()
  })
})

describe('content', () => {
  const part = (value: unknown) => readContent([value])?.parts[0]

  it('shows pictures of safe types only, and a drawing as a file', () => {
    expect(part({ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' })).toMatchObject({
      type: 'image',
      isRemote: false,
    })
    expect(part({ type: 'image', data: 'PHN2Zz4=', mimeType: 'image/svg+xml' })).toMatchObject({ type: 'file' })
    expect(part({ type: 'image', data: 'x"><script>', mimeType: 'image/png' })).toMatchObject({
      type: 'file',
      data: undefined,
    })
    expect(part({ type: 'image-data', data: 'eA==', mediaType: 'text/html' })).toMatchObject({ type: 'file' })
    expect(part({ type: 'image-url', url: 'https://a.example/x.png' })).toMatchObject({ type: 'image', isRemote: true })
    expect(part({ type: 'image-url', url: 'javascript:alert(1)' })).toMatchObject({ type: 'value' })
    expect(part({ type: 'image-url', url: 'data:image/svg+xml;base64,PHN2Zz4=' })).toMatchObject({ type: 'file' })
  })

  it('is that of MCP and of the AI SDK', () => {
    const url = 'data:image/png;base64,iVBORw0KGgo='
    expect(readContent({ dataUrl: url, width: 160, script: 'data:text/html,<b>' })).toEqual({
      parts: [{ type: 'image', url, name: 'dataUrl', isRemote: false }],
      rest: { width: 160, script: 'data:text/html,<b>' },
    })
    expect(readContent({ drawing: 'data:image/svg+xml;base64,PHN2Zz4=' })?.parts).toMatchObject([{ type: 'file' }])
    expect(readContent({ content: [{ type: 'text', text: 'a' }] })).toMatchObject({
      parts: [{ type: 'text', text: 'a' }],
    })
    expect(readContent({ content: [{ type: 'text', text: 'a' }], isError: true })?.rest).toEqual({ isError: true })
    expect(readContent({ type: 'content', value: [{ type: 'text', text: 'a' }] })).toMatchObject({
      parts: [{ text: 'a' }],
    })
    expect(readContent({ content: 'a', isError: false })).toMatchObject({ parts: [{ text: 'a' }], rest: {} })
    expect(readContent([{ type: 'purchase', text: 'a' }])).toBeUndefined()
    expect(readContent({ content: 'a' })).toBeUndefined()
  })

  it('says a structure once', () => {
    const structure = { a: [1] }
    const value = { content: [{ type: 'text', text: JSON.stringify(structure) }], structuredContent: structure }
    expect(readContent(value)?.parts).toEqual([{ type: 'value', value: structure }])
    const other = { ...value, content: [{ type: 'text', text: 'One a.' }] }
    expect(readContent(other)?.parts).toHaveLength(2)
  })

  it('A17: reads no JSON text whose numbers it would change', () => {
    expect(parseJsonText('{"id": 12345678901234567890}')).toBeUndefined()
    expect(parseJsonText('{"id": 1}')).toEqual({ id: 1 })
    expect(parseJsonText('{"id": 1')).toBeUndefined()
  })
})

describe('rows', () => {
  it('are records that say the same of each', () => {
    expect(toRows([{ a: 1 }, { a: 2, b: 'x' }])).toHaveLength(2)
    expect(toRows([{ a: 1 }, { b: { deep: 1 } }])).toBeUndefined()
    expect(toRows([{ a: 1 }])).toBeUndefined()
    expect(toRows([1, 2])).toBeUndefined()
    expect(toRows([{ a: 'line\nline' }, { a: 'x' }])).toBeUndefined()
  })
})
