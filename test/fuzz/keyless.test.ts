import { fuzzTest } from './fuzz-test.ts'

fuzzTest({ guarded: false })
