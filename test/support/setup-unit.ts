import fastCheck from 'fast-check'

// The same examples each time, so that a run says something of the change and not of its luck. `npm run test:all` looks longer,
// and elsewhere each time.
fastCheck.configureGlobal(process.env['TEST_ALL'] === '1' ? { numRuns: 2000 } : { seed: 1 })
