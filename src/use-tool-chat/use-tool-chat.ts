'use client'

import { useChat, type UseChatHelpers, type UseChatOptions } from '@ai-sdk/react'
import { DefaultChatTransport, type ChatTransport, type UIMessage } from 'ai'
import { useCallback, useEffect, useState } from 'react'
import { createAiSdkDecoder } from '../adapters/ai-sdk/create-ai-sdk-decoder.ts'
import { createChatHost, writeAnswers, type ChatHandle } from '../adapters/ai-sdk/chat-host.ts'
import { tapTransport } from '../adapters/ai-sdk/tap-transport.ts'
import {
  createToolCallSession,
  type ToolCallSession,
  type ToolCallSessionOptions,
} from '../core/create-tool-call-session.ts'
import type { ToolCallAnswer } from '../core/host.ts'
import { useToolCallSession } from '../hooks/use-tool-call-session.ts'

type OwnChat<Message extends UIMessage> = Exclude<UseChatOptions<Message>, { chat: unknown }>
export type UseToolChatOptions<Message extends UIMessage> = Omit<
  OwnChat<Message>,
  'sendAutomaticallyWhen' | 'experimental_queue'
> & {
  /** Sending again is the session's part: it would compete with held answers. */
  sendAutomaticallyWhen?: undefined
  experimental_queue?: undefined
} & Pick<ToolCallSessionOptions, 'scheduler' | 'onSettled' | 'onWarning'>

export type ToolChatHelpers<Message extends UIMessage> = UseChatHelpers<Message> & {
  readonly toolCallSession: ToolCallSession
}

/**
 * `useChat` with a session of its tool calls: live arguments, and approvals that are answered in the chat's own messages.
 *
 * Takes the options of `useChat` and gives back what it gives, with `toolCallSession` for `<ToolCallProvider>`.
 */
export function useToolChat<Message extends UIMessage = UIMessage>(
  options: UseToolChatOptions<Message> = {},
): ToolChatHelpers<Message> {
  const { scheduler, onSettled, onWarning, ...chatOptions } = options
  const key = chatOptions.id
  const [kept, setKept] = useState(() => createChatBridge<Message>(key, { scheduler }))
  let bridge = kept
  if (bridge.key !== key) {
    bridge = createChatBridge<Message>(key, { scheduler })
    setKept(bridge)
  }
  const session = useToolCallSession(() => bridge.session, key)
  // TypeScript cannot see that an option object without our own fields is one of useChat's
  const chat = useChat<Message>({ ...chatOptions, transport: bridge.transport } as unknown as UseChatOptions<Message>)
  const { sendMessage, setMessages, clearError, stop, status } = chat

  useEffect(() => {
    bridge.attach({
      transport: options.transport,
      sendMessage,
      setMessages,
      clearError,
      stop,
      status,
      onSettled,
      onWarning,
    })
  })

  const send: typeof sendMessage = useCallback(
    async (message, requestOptions) => {
      bridge.rememberRequest(requestOptions)
      // what was answered already goes with the message that is written instead of the other answers
      if (message !== undefined) bridge.write(await session.supersede())
      await sendMessage(message, requestOptions)
    },
    [bridge, session, sendMessage],
  )
  const stopChat = useCallback(async () => {
    session.stop()
    await stop()
  }, [session, stop])
  const addToolApprovalResponse: typeof chat.addToolApprovalResponse = useCallback(
    async ({ id, approved, reason }) => {
      const asked = session
        .getToolCalls()
        .find(call => call.state === 'approval-requested' && call.approval.approvalId === id)
      if (asked) await session.respond(asked, { type: 'approval', approved, reason })
    },
    [session],
  )
  return { ...chat, sendMessage: send, stop: stopChat, addToolApprovalResponse, toolCallSession: session }
}

interface ChatNow<Message extends UIMessage> extends Pick<
  UseChatHelpers<Message>,
  'sendMessage' | 'setMessages' | 'clearError' | 'stop' | 'status'
> {
  readonly transport: ChatTransport<Message> | undefined
  readonly onSettled: ToolCallSessionOptions['onSettled']
  readonly onWarning: ToolCallSessionOptions['onWarning']
}
type RequestOptions<Message extends UIMessage> = Parameters<UseChatHelpers<Message>['sendMessage']>[1]

/** What lives as long as the chat does: session, transport and host, which always speak to the chat of the last render. */
function createChatBridge<Message extends UIMessage>(
  key: string | undefined,
  options: Pick<ToolCallSessionOptions, 'scheduler'>,
) {
  let now: ChatNow<Message> | undefined
  let ownTransport: ChatTransport<Message> | undefined
  let requestOptions: RequestOptions<Message>
  let waiters: (() => void)[] = []
  const isIdle = () => now?.status === 'ready' || now?.status === 'error'

  const tap = tapTransport<Message>(
    () => now?.transport ?? (ownTransport ??= new DefaultChatTransport<Message>()),
    createAiSdkDecoder(),
    events => session.dispatch(events),
  )
  const handle: ChatHandle<Message> = {
    whenIdle: () => (isIdle() ? Promise.resolve() : new Promise(resolve => waiters.push(resolve))),
    setMessages: update => now?.setMessages(update),
    continueChat: async () => now?.sendMessage(undefined, requestOptions),
    clearError: () => now?.clearError(),
    stop: () => void now?.stop(),
  }
  const session = createToolCallSession({
    ...options,
    host: createChatHost(handle, tap),
    threadId: key,
    onSettled: call => now?.onSettled?.(call),
    onWarning: warning => now?.onWarning?.(warning),
  })
  return {
    key,
    session,
    transport: tap.transport,
    write(answers: readonly ToolCallAnswer[]) {
      const approvals = answers.filter(({ response }) => response.type === 'approval')
      if (approvals.length > 0) now?.setMessages(messages => writeAnswers(messages, approvals))
    },
    /** The options of a turn are sent again with the answers of that turn. */
    rememberRequest(sent: RequestOptions<Message>) {
      requestOptions = sent
    },
    attach(next: ChatNow<Message>) {
      now = next
      if (!isIdle()) return
      const ready = waiters
      waiters = []
      for (const resolve of ready) resolve()
    },
  }
}
