import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sourceAliases } from '../scripts/entries.ts'

export default defineConfig({
  plugins: [react()],
  resolve: { alias: sourceAliases },
})
