import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface OpenAiLoopback {
  /** Ends in `/v1`. */
  readonly baseUrl: string
  /** What was posted so far: path, `authorization` header and body. */
  readonly requests: readonly { path: string; authorization: string | undefined; body: unknown }[]
  close(): Promise<void>
}

/** A server on this machine that speaks OpenAI's chat completions stream: per request one of the given lists of choices, then 401. */
export async function startOpenAiLoopback(responses: readonly (readonly object[])[]): Promise<OpenAiLoopback> {
  const requests: { path: string; authorization: string | undefined; body: unknown }[] = []

  const server = createServer((request, response) => {
    void text(request).then(body => {
      const choices = responses[requests.length]
      requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(body) })
      if (choices === undefined) {
        response
          .writeHead(401, { 'content-type': 'application/json' })
          .end('{"error":{"message":"The key is not known here."}}')
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const choice of choices) {
        const chunk = {
          id: 'completion',
          object: 'chat.completion.chunk',
          created: 0,
          model: 'loopback',
          choices: [{ index: 0, ...choice }],
        }
        response.write(`data: ${JSON.stringify(chunk)}\n\n`)
      }
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })

  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close(error => (error === undefined ? resolve() : reject(error)))
        server.closeAllConnections()
      }),
  }
}
