'use client'

import { useState } from 'react'
import type { ReactNode } from 'react'
import { toInputItems } from '../preview-text.ts'
import { InputRows, More } from '../input-rows.tsx'
import { useToolCallLabels } from '../view-context.ts'
import { shorten } from '../wording.ts'
import type { FileHits, SearchResult } from './read-hits.ts'
import { SafeLink, parseUrl } from '../safe-link.tsx'

export interface SearchOutputProps {
  result: SearchResult
  /** What was searched for: it is marked in what was found. */
  pattern?: string | undefined
}

/** So many hits or pages at once. */
const FIRST = 30
const STEP = 200
const MAX_SNIPPET = 240

/** What a search found, by file or by page. */
export function SearchOutput({ result, pattern }: SearchOutputProps): ReactNode {
  const labels = useToolCallLabels()
  const [limit, setLimit] = useState(FIRST)
  const total =
    result.type === 'web' ? result.results.length : result.files.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <>
      {result.type === 'web' && Object.keys(result.rest).length > 0 && (
        <InputRows items={toInputItems(result.rest, false)} labels={labels} />
      )}
      <div data-slot="tc-search">
        {result.type === 'web' ? (
          result.results.slice(0, limit).map((page, index) => (
            <div key={index} data-slot="tc-result">
              <SafeLink href={page.url}>
                <bdi>{page.title}</bdi>
              </SafeLink>
              <span>
                <bdi dir="ltr">{parseUrl(page.url)?.host ?? page.url}</bdi>
                {page.text !== '' && (
                  <>
                    {' · '}
                    <bdi>{shorten(page.text, MAX_SNIPPET)}</bdi>
                  </>
                )}
              </span>
            </div>
          ))
        ) : (
          <Files result={result} limit={limit} pattern={pattern} />
        )}
      </div>
      {total > limit && (
        <More
          text={labels.preview.moreHits(total - limit)}
          action={labels.preview.showMore}
          onClick={() => setLimit(limit + STEP)}
        />
      )}
    </>
  )
}

function Files({
  result,
  limit,
  pattern,
}: {
  result: Extract<SearchResult, { type: 'files' }>
  limit: number
  pattern: string | undefined
}): ReactNode {
  const labels = useToolCallLabels()
  const mark = createMarker(pattern)
  return (
    <>
      {result.notes.map((note, index) => (
        <p key={index} data-slot="tc-search-note">
          <bdi>{note}</bdi>
        </p>
      ))}
      {firstHits(result.files, limit).map(({ path, hits, shown }) => (
        <div key={path} role="group" aria-label={path}>
          <div data-slot="tc-search-file">
            <bdi dir="ltr">{path}</bdi>
            <bdi>{labels.preview.hits(hits.filter(hit => !hit.isContext).length)}</bdi>
          </div>
          {shown.map((hit, index) => (
            <div key={index} data-slot="tc-search-hit" dir="ltr" data-context={hit.isContext ? '' : undefined}>
              <span>{hit.line}</span>
              <span>{hit.isContext ? hit.text : mark(hit.text)}</span>
            </div>
          ))}
        </div>
      ))}
    </>
  )
}

function firstHits(files: readonly FileHits[], limit: number) {
  let room = limit
  return files.flatMap(({ path, hits }) => {
    const shown = hits.slice(0, room)
    room -= shown.length
    return shown.length === 0 ? [] : [{ path, hits, shown }]
  })
}

/** Marks what was searched for as plain text. An expression that is more than that is not run: it could take for ever. */
function createMarker(pattern: string | undefined): (text: string) => ReactNode {
  const words = (pattern ?? '')
    .split('|')
    .map(word =>
      word
        .replace(/^\\b|\\b$/g, '')
        .replace(/\\([.()[\]{}*+?^$|/])/g, '$1')
        .toLowerCase(),
    )
    .filter(word => word.length > 1)
  if (words.length === 0 || words.length > 20) return text => text
  return text => {
    const lower = text.toLowerCase()
    // Some letters change their number with their case: then no place is sure.
    if (lower.length !== text.length) return text
    const pieces: ReactNode[] = []
    let end = 0
    for (;;) {
      const next = words
        .map(word => ({ at: lower.indexOf(word, end), length: word.length }))
        .filter(({ at }) => at !== -1)
        .sort((a, b) => a.at - b.at || b.length - a.length)[0]
      if (!next || pieces.length > 200) break
      pieces.push(text.slice(end, next.at), <mark key={next.at}>{text.slice(next.at, next.at + next.length)}</mark>)
      end = next.at + next.length
    }
    return [...pieces, text.slice(end)]
  }
}
