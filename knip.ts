import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  // The package's own entries it finds by `exports`, with or without a build.
  entry: [
    'demo/server/mastra/create-mastra-server.ts',
    'scripts/{test,size,record-mastra,record-mastra-ai-sdk,mutants}.ts',
    'bench/{parser,chat}.ts',
    'test/mutants/law-*.ts',
    'test/**/*.test.{ts,tsx}',
    'test/**/*.test-d.ts',
    'test/support/ai-sdk-page/main.tsx',
  ],
  project: ['{src,demo,stories,scripts,test,bench,.storybook}/**/*.{ts,tsx,mjs}', '*.ts'],
  // Used by what is being built.
  ignoreDependencies: ['react-18', 'react-dom-18'],
  ignoreBinaries: ['apt-get'],
  // A type that an exported signature names may be exported for its readers.
  ignoreExportsUsedInFile: { interface: true, type: true },
}

export default config
