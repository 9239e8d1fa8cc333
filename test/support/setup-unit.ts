import fastCheck from 'fast-check'

// `npm run test:all` looks longer for counter-examples.
if (process.env['TEST_ALL'] === '1') fastCheck.configureGlobal({ numRuns: 2000 })
