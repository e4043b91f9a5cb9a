import type { Step } from '../script.ts'
import { systemSteps } from './common/system-steps.ts'

const R = '/api/reapprovisionnements'

export default [
  `GET ${R}?store_id=1`,
  `GET ${R}?store_id=1&page=2&limit=5`,
  `GET ${R}?store_id=2`,
  `GET ${R}`,
  `GET ${R}?store_id=abc`,
  `GET ${R}?store_id=1&limit=101`,
  { call: `GET ${R}?store_id=1`, as: 'nobody' },
  { call: `GET ${R}?store_id=1`, as: 'wrong' },
  `GET ${R}/1`,
  `GET ${R}/999999`,
  `GET ${R}/abc`,
  { call: `GET ${R}/1`, as: 'nobody' },
  ...systemSteps('restocking'),
] satisfies Step[]
