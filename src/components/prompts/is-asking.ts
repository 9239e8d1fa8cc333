import type { ToolCall, ToolCallIn } from '../../core/tool-call.ts'
import { toolKindOf } from '../tool-kind.ts'
import type { AskingState } from './ask-user-prompt.tsx'

/** Whether a call asks as `ask_user` does, now or once it will be suspended. */
export function isAsking(call: ToolCall): call is ToolCallIn<AskingState> {
  switch (call.state) {
    case 'input-streaming':
    case 'approval-requested':
      return toolKindOf(call) === 'ask' && !call.display?.input && !call.display?.approval && !call.display?.inputDelta
    case 'input-available':
      return toolKindOf(call) === 'ask' && !call.display?.input && !call.inputError && call.input !== undefined
    case 'suspended':
      return true
    default:
      return false
  }
}
