import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import cases from '../cases.json' with { type: 'json' }

/** A test by its full name as its source has it, a file of type tests, or why there is none. */
type Coverage = string | { types: string } | { notYet: string } | { cannotApply: string }

// The failures from the field and the attacks that the project was given.
const BUG_CASES =
  '001 002 004 005 007 008 010 011 013 014 016 017 019 020 022 023 025 026 028 029 031 032 034 035 037 038 040 041 043 ' +
  '044 046 047 049 050 052 053 055 056 058 059 061 062 064 065 067 068 070 071 073 074 076 077 079 080 082 083 085 086 ' +
  '088 089 091 092 094 095 097 098 100 101 103 104 106 107 109 110 112 113 115 116 118 119 121 122 124 125 127 128 130 ' +
  '131 133 134 136 137 139 140 142 143 145 146 148 149 151 152'
const ATTACKS = '01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23 25 26 28 29'
const IDS = [...BUG_CASES.split(' ').map(id => `B${id}`), ...ATTACKS.split(' ').map(id => `A${id}`)]

const root = fileURLToPath(new URL('../', import.meta.url))
const names = new Set(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.test\.tsx?$/.test(file))
    .flatMap(file => testNames(file, readFileSync(root + file, 'utf8'))),
)

describe('the cases that the project was given', () => {
  it('are all accounted for, and no others', () => {
    expect(Object.keys(cases).toSorted()).toEqual(IDS.toSorted())
  })

  it.each(Object.entries(cases) as [string, Coverage][])('%s is covered by what it names', (id, coverage) => {
    if (typeof coverage === 'string') expect(names.has(coverage), `a test named "${coverage}"`).toBe(true)
    else if ('types' in coverage)
      expect(typeTests(coverage.types).includes(`${id}:`), `a type test in ${coverage.types}`).toBe(true)
    else expect(Object.values(coverage)).toEqual([expect.stringMatching(/./)])
  })

  it('whose id stands in the name of a test are not put off', () => {
    const covered = IDS.filter(id => [...names].some(name => new RegExp(`\\b${id}\\b`).test(name)))
    expect(covered.filter(id => typeof (cases as Record<string, Coverage>)[id] !== 'string')).toEqual([])
  })
})

function typeTests(file: string): string {
  return readFileSync(`${root}../${file}`, 'utf8')
}

/** The full names of the tests of a file, as its source has them: `%s` of an `each` stays. */
function testNames(file: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown, path: readonly string[]) => {
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: args } = node as Node
    const kind = type === 'CallExpression' ? rootName(callee) : undefined
    const title = kind === undefined ? undefined : textOf(args?.[0])
    const inner = title === undefined ? path : [...path, title]
    if (title !== undefined && kind !== 'describe') found.push(inner.join(' > '))
    for (const child of Object.values(node)) visit(child, inner)
  }
  visit(parseSync(file, source).program.body, [])
  return found
}

interface Node {
  type?: string
  name?: string
  value?: unknown
  callee?: Node
  object?: Node
  property?: Node
  tag?: Node
  arguments?: Node[]
}

/** `it`, `it.each(…)(…)`, `describe.each(…)(…)`: by what they begin with. What is skipped or to do is no test. */
function rootName(callee: Node | undefined): string | undefined {
  if (callee?.type === 'Identifier') return /^(it|describe)$/.test(callee.name ?? '') ? callee.name : undefined
  if (callee?.property && !/^(each|for|skipIf|runIf|concurrent)$/.test(callee.property.name ?? '')) return undefined
  return callee && rootName(callee.object ?? callee.callee ?? callee.tag)
}

function textOf(node: Node | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}
