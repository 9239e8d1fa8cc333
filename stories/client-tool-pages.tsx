import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createTool, useClientTool } from 'react-tool-calls'

// Small pages, each with the one tool that works on it.

const row = { display: 'flex', gap: 8, alignItems: 'center' } as const

export function PageWithText(): ReactNode {
  const [article, setArticle] = useState<HTMLElement | null>(null)
  useClientTool(
    createTool({
      id: 'read_selection',
      description: 'Reads the text that is selected on the page',
      execute: () => {
        const selection = document.getSelection()
        const text = selection?.toString().trim() ?? ''
        if (text === '' || !article?.contains(selection?.anchorNode ?? null))
          throw new Error('Nothing is selected. Ask the person to select some text first.')
        return { text, words: text.split(/\s+/).length }
      },
    }),
  )
  return (
    <p ref={setArticle} style={{ margin: 0 }}>
      We bake at four in the morning, rye first, because it needs the longest.
    </p>
  )
}

export function PageWithForm(): ReactNode {
  const [order, setOrder] = useState({ name: '', loaves: '1' })
  useClientTool(
    createTool({
      id: 'fill_order',
      description: 'Fills in the order form on the page. It sends nothing.',
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string' }, loaves: { type: 'integer', minimum: 1, maximum: 12 } },
        required: ['name', 'loaves'],
      },
      execute: input => {
        const { name, loaves } = input as { name: string; loaves: number }
        setOrder({ name, loaves: String(loaves) })
        return { filled: { name, loaves } }
      },
    }),
  )
  return (
    <form aria-label="Order" style={{ display: 'grid', gap: 8 }} onSubmit={event => event.preventDefault()}>
      <label style={row}>
        Name
        <input value={order.name} onChange={event => setOrder({ ...order, name: event.target.value })} />
      </label>
      <label style={row}>
        Loaves
        <input
          type="number"
          min={1}
          max={12}
          value={order.loaves}
          onChange={event => setOrder({ ...order, loaves: event.target.value })}
        />
      </label>
    </form>
  )
}

export function PageWithCanvas(): ReactNode {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  useEffect(() => {
    const context = canvas?.getContext('2d')
    if (!context) return
    context.fillStyle = 'teal'
    context.fillRect(0, 0, 160, 60)
    context.fillStyle = 'white'
    context.beginPath()
    context.arc(80, 30, 20, 0, 2 * Math.PI)
    context.fill()
  }, [canvas])
  useClientTool(
    createTool({
      id: 'take_picture',
      description: 'Takes a picture of the sign on the page',
      execute: () => {
        if (!canvas) throw new Error('The sign is not on the page.')
        const { width, height } = canvas
        return { dataUrl: canvas.toDataURL('image/png'), width, height }
      },
      toModelOutput: ({ dataUrl, width, height }) => ({
        type: 'content',
        value: [
          { type: 'text', text: `The sign, ${width} × ${height} pixels.` },
          { type: 'image-data', data: dataUrl, mediaType: 'image/png' },
        ],
      }),
    }),
  )
  return <canvas ref={setCanvas} width={160} height={60} role="img" aria-label="The sign: a white disc on teal" />
}
