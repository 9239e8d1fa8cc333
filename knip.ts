import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  // The package's own entries it finds by `exports`, with or without a build.
  entry: ['scripts/{test,size}.ts', 'bench/parser.ts', 'test/**/*.test.{ts,tsx}', 'test/**/*.test-d.ts'],
  project: ['{src,demo,stories,scripts,test,bench,.storybook}/**/*.{ts,tsx,mjs}', '*.ts'],
  ignoreBinaries: ['apt-get'],
  // A type that an exported signature names may be exported for its readers.
  ignoreExportsUsedInFile: { interface: true, type: true },
}

export default config
