import { useEffect, useRef, useState } from 'react'
import { createTool, useClientTools } from 'react-tool-calls'
import { z } from 'zod'
import * as definitions from '../../server/client-tools/definitions.ts'

const emptyOrder = { name: '', bread: 'wheat', loaves: '1', day: '' }
const notes = 'Rye sells out by ten. Mara has the spare key.'

/** The page that the tools read and change. Tools are made in the render: the newest is run. */
export function Workbench() {
  const { article, selected } = useSelectedText()
  const [order, setOrder] = useState(emptyOrder)
  const [colour, setColour] = useState('teal')
  const [sign, setSign] = useState<HTMLCanvasElement | null>(null)
  usePaint(sign, colour)

  useClientTools([
    definitions.readSelection.client(() => {
      if (selected === '') throw new Error('Nothing is selected. Ask the person to select some text on the page first.')
      return { text: selected, words: selected.split(/\s+/).length }
    }),
    definitions.fillOrder.client(({ name, bread, loaves, day = '' }) => {
      setOrder({ name, bread, loaves: String(loaves), day })
      return { filled: { name, bread, loaves, day } }
    }),
    definitions.clearOrder.client(() => {
      setOrder(emptyOrder)
      return { cleared: true }
    }),
    definitions.takePicture.client(
      () => {
        if (!sign) throw new Error('The sign is not on the page.')
        const { width, height } = sign
        return { dataUrl: sign.toDataURL('image/png'), width, height }
      },
      {
        title: 'Take a picture of the sign',
        toModelOutput: ({ dataUrl, width, height }) => ({
          type: 'content',
          value: [
            { type: 'text', text: `The sign, ${width} × ${height} pixels.` },
            { type: 'image-data', data: dataUrl, mediaType: 'image/png' },
          ],
        }),
      },
    ),
    createTool({
      id: definitions.chooseColour.name,
      description: definitions.chooseColour.description,
      inputSchema: z.object({ colours: z.array(z.string()) }),
      resumeSchema: z.string(),
      execute: async ({ colours }, { suspend, resumeData }) => {
        if (resumeData === undefined)
          return suspend({ question: 'Which colour should the sign have?', options: colours })
        setColour(resumeData)
        return { colour: resumeData }
      },
    }),
    definitions.shareNotes.client(() => ({ notes }), {
      review: true,
      toModelOutput: ({ notes: text }) => ({ type: 'json', value: { notes: text } }),
    }),
    definitions.printReceipt.client(() => {
      throw new Error('The printer is out of paper.')
    }),
    definitions.weighParcel.client(
      // nobody puts anything on the scale
      (_, { reportProgress }) => new Promise(() => reportProgress('Waiting for the scale')),
      { timeout: 2_000 },
    ),
  ])

  const set = (field: keyof typeof emptyOrder) => (event: { target: { value: string } }) =>
    setOrder({ ...order, [field]: event.target.value })
  return (
    <section className="demo-workbench" aria-label="The page">
      <div ref={article} className="demo-article">
        <h2 className="demo-workbench-title">The corner shop</h2>
        <p className="demo-text">
          We bake at four in the morning, rye first, because it needs the longest. Whatever is left at noon goes to the
          school across the street.
        </p>
      </div>
      <p className="demo-hint">{selected === '' ? 'Nothing is selected.' : `Selected: “${selected}”`}</p>
      <canvas
        ref={setSign}
        className="demo-sign"
        width={280}
        height={90}
        aria-label={`The shop sign, ${colour}`}
        role="img"
      />
      <form className="demo-order" aria-label="Order" onSubmit={event => event.preventDefault()}>
        <label className="demo-order-row">
          Name
          <input className="demo-select" value={order.name} onChange={set('name')} />
        </label>
        <label className="demo-order-row">
          Bread
          <select className="demo-select" value={order.bread} onChange={set('bread')}>
            <option value="rye">Rye</option>
            <option value="wheat">Wheat</option>
            <option value="spelt">Spelt</option>
          </select>
        </label>
        <label className="demo-order-row">
          Loaves
          <input className="demo-select" type="number" min={1} max={12} value={order.loaves} onChange={set('loaves')} />
        </label>
        <label className="demo-order-row">
          Day
          <input className="demo-select" value={order.day} onChange={set('day')} />
        </label>
      </form>
    </section>
  )
}

/** The last text that was selected in the article: a press on a button elsewhere takes the selection away. */
function useSelectedText() {
  const article = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState('')
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection()
      const text = selection?.toString().trim() ?? ''
      if (text !== '' && selection?.anchorNode && article.current?.contains(selection.anchorNode)) setSelected(text)
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [])
  return { article, selected }
}

function usePaint(canvas: HTMLCanvasElement | null, colour: string) {
  useEffect(() => {
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return
    context.fillStyle = colour
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = 'white'
    context.font = '600 28px system-ui, sans-serif'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText('Corner shop', canvas.width / 2, canvas.height / 2)
  }, [canvas, colour])
}
