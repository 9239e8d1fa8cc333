import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { createScriptedModel } from './scripted-model.ts'

/**
 * The model that the environment names, else the scripted one.
 *
 * `OPENAI_COMPATIBLE_BASE_URL` chooses any server with OpenAI's chat completions, for instance
 * `http://localhost:11434/v1`; `OPENAI_COMPATIBLE_API_KEY` and `OPENAI_COMPATIBLE_MODEL` are optional.
 */
export function createDemoModel(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LanguageModel {
  const baseURL = environment['OPENAI_COMPATIBLE_BASE_URL']
  if (baseURL === undefined || baseURL === '') return createScriptedModel()
  const apiKey = environment['OPENAI_COMPATIBLE_API_KEY']
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL,
    ...(apiKey === undefined || apiKey === '' ? {} : { apiKey }),
  })
  return provider(environment['OPENAI_COMPATIBLE_MODEL'] || 'default')
}
