import { defineConfig } from 'vite'
import { demoViteConfig } from './vite-config.ts'

export default defineConfig(demoViteConfig())
