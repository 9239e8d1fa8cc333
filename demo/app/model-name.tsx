import { useEffect, useState } from 'react'

/** Says which model answers, as the server reports it. */
export function ModelName() {
  const [name, setName] = useState('')

  useEffect(() => {
    const controller = new AbortController()
    fetch('/api/model', { signal: controller.signal })
      .then(response => response.json())
      .then((model: { provider: string; modelId: string }) =>
        setName(model.provider === 'scripted' ? 'Scripted model, no key needed' : model.modelId),
      )
      .catch(() => {
        // The page works without the name; a server that is down shows at the first message.
      })
    return () => controller.abort()
  }, [])

  return <p className="demo-model">{name}</p>
}
