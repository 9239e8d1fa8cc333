import { useId, useState } from 'react'

const themes = { system: 'Like the system', light: 'Light', dark: 'Dark' }

interface ViewMenuProps {
  isInspecting: boolean
  onInspect: (isInspecting: boolean) => void
}

/** Colour scheme and direction of the whole page, to see the tool calls in each. */
export function ViewMenu({ isInspecting, onInspect }: ViewMenuProps) {
  const id = useId()
  const [theme, setTheme] = useState('system')
  const [rightToLeft, setRightToLeft] = useState(false)

  function handleTheme(value: string) {
    setTheme(value)
    document.documentElement.dataset['theme'] = value
  }
  function handleDirection(checked: boolean) {
    setRightToLeft(checked)
    document.documentElement.dir = checked ? 'rtl' : 'ltr'
  }

  return (
    <>
      <button type="button" className="demo-button" popoverTarget={id}>
        View
      </button>
      <div id={id} popover="auto" className="demo-view">
        <label className="demo-view-row">
          Theme
          <select className="demo-select" value={theme} onChange={event => handleTheme(event.target.value)}>
            {Object.entries(themes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="demo-view-row">
          Right to left
          <input type="checkbox" checked={rightToLeft} onChange={event => handleDirection(event.target.checked)} />
        </label>
        {/* in the header there is no room for its button then */}
        <label className="demo-view-row demo-view-inspect">
          Inspector
          <input type="checkbox" checked={isInspecting} onChange={event => onInspect(event.target.checked)} />
        </label>
      </div>
    </>
  )
}
