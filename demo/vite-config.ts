import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { sourceAliases } from '../scripts/entries.ts'
import { demoServer } from './server/vite-plugin.ts'
import type { DemoServerOptions } from './server/vite-plugin.ts'

/** The demo's whole Vite configuration: `npm start` uses it, and tests pass it to `createServer` with a model and a control. */
export function demoViteConfig(options: DemoServerOptions = {}): InlineConfig {
  return {
    configFile: false,
    root: folder('app'),
    envDir: false,
    publicDir: false,
    cacheDir: folder('../node_modules/.vite-demo'),
    plugins: [react(), demoServer(options)],
    resolve: {
      alias: sourceAliases,
      dedupe: ['react', 'react-dom'],
    },
    server: { host: '127.0.0.1', port: 5173, strictPort: false, fs: { allow: [folder('..')] } },
    preview: { host: '127.0.0.1', port: 5173, strictPort: false },
    // Older targets would turn light-dark() into media queries, and the theme switch would do nothing.
    build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'], outDir: folder('../dist-demo'), emptyOutDir: true },
    // Known beforehand, so that the first visit does not reload while it finds them.
    optimizeDeps: {
      include: [
        'react',
        'react/jsx-runtime',
        'react/jsx-dev-runtime',
        'react-dom',
        'react-dom/client',
        'ai',
        '@ai-sdk/react',
      ],
    },
  }
}

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
