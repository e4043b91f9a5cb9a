import { fuzzTest } from './fuzz-test.ts'

fuzzTest({ guarded: true })
