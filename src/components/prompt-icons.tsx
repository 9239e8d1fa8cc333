export { Icon as PromptIcon } from './icons.tsx'
