import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  // The package's own entries it finds by `exports`, with or without a build.
  entry: [
    'demo/server/mastra/create-mastra-server.ts',
    'scripts/{test,size,record-mastra,mutants}.ts',
    'bench/parser.ts',
    'test/mutants/law-*.ts',
    'test/**/*.test.{ts,tsx}',
    'test/**/*.test-d.ts',
  ],
  project: ['{src,demo,stories,scripts,test,bench,.storybook}/**/*.{ts,tsx,mjs}', '*.ts'],
  // Used by what is being built.
  ignoreDependencies: ['valibot', 'arktype', 'ai-v6', 'ai-sdk-react-v3', '@mastra/ai-sdk'],
  ignoreBinaries: ['apt-get'],
  // A type that an exported signature names may be exported for its readers.
  ignoreExportsUsedInFile: { interface: true, type: true },
}

export default config
