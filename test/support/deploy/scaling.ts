import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import type { Channel } from '../../../src/platform/events/channels.ts'

/** Messages that wait for one copy, and the time that 95 of 100 requests take, above which another copy is started. */
const BACKLOG = '500'
const LATENCY = '250m'

/** Names that the metrics adapter of `prometheus-adapter.yaml` gives. */
const LATENCY_METRIC = 'comptoir_request_seconds_p95'
const BACKLOG_METRIC = 'comptoir_queue_messages'

const latency = {
  type: 'Pods',
  pods: { metric: { name: LATENCY_METRIC }, target: { type: 'AverageValue', averageValue: LATENCY } },
}

const backlog = (queues: readonly string[]) => ({
  type: 'External',
  external: {
    metric: {
      name: BACKLOG_METRIC,
      selector: { matchExpressions: [{ key: 'queue', operator: 'In', values: [...queues] }] },
    },
    target: { type: 'AverageValue', averageValue: BACKLOG },
  },
})

/** From two to ten copies, by the time that requests take and, where the area takes messages in, by those that wait. */
export function scaling(area: string, channels: readonly Channel[]): IHorizontalPodAutoscaler {
  const queues = channels.filter(({ receivers }) => receivers.includes(area)).map(({ kind }) => kind.queue)
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: {
      name: area,
      labels: { 'app.kubernetes.io/part-of': 'comptoir', 'app.kubernetes.io/name': area },
    },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: area },
      minReplicas: 2,
      maxReplicas: 10,
      metrics: [latency, ...(queues.length > 0 ? [backlog(queues)] : [])],
      // A peak that comes again within five minutes finds the copies still there.
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  }
}
