import { defineFuzzTest } from './fuzz-test.ts'

defineFuzzTest({ guarded: false })
