import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import type { Channel } from '../../../src/platform/events/channels.ts'

/** Waiting messages per copy, and the 95th percentile of request times, above which another copy is started. */
const BACKLOG = '500'
const LATENCY = '250m'

/** Metric names defined in the metrics adapter's `prometheus-adapter.yaml`. */
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

/** Defines a scaling from two to ten copies by request time and, if the area consumes messages, by their backlog. */
export function defineScaling(area: string, channels: readonly Channel[]): IHorizontalPodAutoscaler {
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
      // The copies remain for a peak that returns within five minutes.
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  }
}
