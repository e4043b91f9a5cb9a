import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IPodSpec, IService } from 'kubernetes-models/v1'
import { stringify } from 'yaml'
import type { Channel } from '../../../src/platform/events/channels.ts'
import { listCalledAreas, listCallingAreas } from './asks.ts'
import { defineScaling } from './scaling.ts'

const PORT = 3000
const part = (name: string) => ({ 'app.kubernetes.io/part-of': 'comptoir', 'app.kubernetes.io/name': name })
const pods = (name: string) => ({ podSelector: { matchLabels: part(name) } })
const port = (...numbers: number[]) => ({
  ports: numbers.map(number => ({ protocol: 'TCP' as const, port: number })),
})

/** Ports outside the cluster that an area connects to directly. */
const OUTSIDE: Record<string, number[]> = {
  accounts: [465, 587, 443],
  logistics: [443],
  payments: [443],
  restocking: [443],
}

function deployment(area: string): IDeployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: area, labels: part(area) },
    spec: {
      selector: { matchLabels: part(area) },
      // A new pod is ready before an old one stops.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: { metadata: { labels: part(area) }, spec: podOf(area) },
    },
  }
}

function podOf(area: string): IPodSpec {
  const ready = { httpGet: { path: '/ready', port: PORT } }
  return {
    automountServiceAccountToken: false,
    // The 5 seconds before the signal and the 10 seconds after it, with a margin.
    terminationGracePeriodSeconds: 30,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: part(area) },
      },
    ],
    containers: [
      {
        name: 'comptoir',
        image: 'comptoir',
        args: ['serve', area],
        ports: [{ name: 'http', containerPort: PORT }],
        envFrom: [{ configMapRef: { name: 'comptoir' } }, { secretRef: { name: 'comptoir' } }],
        env: [
          { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'comptoir-databases', key: area } } },
        ],
        startupProbe: { ...ready, periodSeconds: 2, failureThreshold: 60 },
        readinessProbe: { ...ready, periodSeconds: 2, failureThreshold: 2 },
        // Checks only the port: restarting the process does not repair an unavailable database.
        livenessProbe: { tcpSocket: { port: PORT }, periodSeconds: 10, failureThreshold: 3 },
        // The pod serves until every node knows that it is shutting down.
        lifecycle: { preStop: { sleep: { seconds: 5 } } },
        resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '1Gi' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      },
    ],
    // Import files are stored here while they are read.
    volumes: [{ name: 'tmp', emptyDir: {} }],
  }
}

/** One service name for callers, and a headless one that lists every pod: the gateway checks each separately. */
const services = (area: string): IService[] =>
  [
    { name: area, spec: {} },
    { name: `${area}-copies`, spec: { clusterIP: 'None' } },
  ].map(({ name, spec }) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: part(area) },
    spec: { ...spec, selector: part(area), ports: [{ name: 'http', port: PORT, targetPort: PORT }] },
  }))

const disruptionBudget = (area: string): IPodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: area, labels: part(area) },
  spec: { maxUnavailable: 1, selector: { matchLabels: part(area) } },
})

function networkPolicy(area: string): INetworkPolicy {
  const outside = OUTSIDE[area] ?? []
  const monitoring = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
  }
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: area, labels: part(area) },
    spec: {
      podSelector: { matchLabels: part(area) },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [pods('gateway'), ...listCallingAreas(area).map(pods), monitoring], ...port(PORT) }],
      egress: [
        ...(listCalledAreas(area).length > 0 ? [{ to: listCalledAreas(area).map(pods), ...port(PORT) }] : []),
        ...(outside.length > 0 ? [port(...outside)] : []),
      ],
    },
  }
}

const HEAD = '# Written by: npm test test/deploy/manifests.test.ts -- --update\n'

/** Renders the manifests of one area: its deployment, services, disruption budget, scaling and network policy. */
export const renderManifests = (area: string, channels: readonly Channel[]) =>
  HEAD +
  [
    deployment(area),
    ...services(area),
    disruptionBudget(area),
    defineScaling(area, channels),
    networkPolicy(area),
  ]
    .map(manifest => stringify(manifest, { lineWidth: 110, aliasDuplicateObjects: false }))
    .join('---\n')
