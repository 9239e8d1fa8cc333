'use client'

import { useChat, type UseChatHelpers, type UseChatOptions } from '@ai-sdk/react'
import type { UIMessage } from 'ai'
import { useEffect, useState } from 'react'
import type { ToolCallSession } from '../core/create-tool-call-session.ts'
import { useToolCallSession } from '../hooks/use-tool-call-session.ts'
import { bridgeFor, type BridgeOptions, type ChatSessionOptions } from './chat-bridge.ts'

/** What would send by itself: that is the session's part, and both together would send answers twice or too early. */
interface Refused {
  sendAutomaticallyWhen?: undefined
  experimental_queue?: undefined
}
type EachOf<Options> = Options extends unknown ? Omit<Options, keyof Refused> & Refused : never
export type UseToolChatOptions<Message extends UIMessage = UIMessage> = EachOf<UseChatOptions<Message>> &
  ChatSessionOptions

export type ToolChatHelpers<Message extends UIMessage = UIMessage> = UseChatHelpers<Message> & {
  readonly toolCallSession: ToolCallSession
}

/**
 * `useChat` with a session of its tool calls: live arguments, tools that run here, and answers that are written into the chat's
 * own messages and sent once, when all of them are given.
 *
 * Takes the options of `useChat` and of a session, and gives back what `useChat` gives, with `toolCallSession` for
 * `<ToolCallProvider>`.
 */
export function useToolChat<Message extends UIMessage = UIMessage>(
  options?: UseToolChatOptions<Message>,
): ToolChatHelpers<Message> {
  const given = (options ?? {}) as unknown as BridgeOptions<Message> & Pick<UseChatOptions<Message>, 'resume'>
  const key = given.chat ?? given.id
  const [kept, setKept] = useState(() => ({ key, bridge: bridgeFor<Message>(given), count: 0 }))
  let { bridge, count } = kept
  if (kept.key !== key) {
    bridge = bridgeFor<Message>(given)
    count += 1
    setKept({ key, bridge, count })
  }
  const { chat, session, helpers } = bridge
  useEffect(() => bridge.update(given))
  useToolCallSession(() => session, String(count))

  const { throttle, experimental_throttle, resume } = given as { [option: string]: unknown }
  const chatHelpers = useChat<Message>({ chat, throttle, experimental_throttle, resume } as UseChatOptions<Message>)
  // descriptors, because reading the id makes one: on a server that would be another one with every rendering
  return Object.defineProperties({} as ToolChatHelpers<Message>, {
    ...Object.getOwnPropertyDescriptors(chatHelpers),
    ...Object.getOwnPropertyDescriptors({ ...helpers, toolCallSession: session }),
  })
}
