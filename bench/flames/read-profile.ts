import { readFileSync } from 'node:fs'

/** What V8 writes (`--cpu-prof`). Times are in microseconds. */
type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** Whose code a frame is. */
export type Owner = 'platform' | 'package' | 'node' | 'engine'

/** A function, or everything that one package did in one go, and what it called. */
export type Frame = { label: string; owner: Owner; ms: number; calls: Map<string, Frame> }

const frame = (label: string, owner: Owner): Frame => ({ label, owner, ms: 0, calls: new Map() })

/** Asleep, or where nothing says what it was. */
const NOTHING = ['(root)', '(idle)', '(program)']

/** What a frame is shown as: a function of ours by name and file, anybody else by the name of the package. */
function shown({ functionName, url }: Profile['nodes'][number]['callFrame']): [label: string, owner: Owner] {
  const [, file] = /\/((?:src|launcher)\/.+)\.[jt]s$/.exec(url) ?? []
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(url) ?? []
  if (name) return [name, 'package']
  if (file) return [`${functionName || '(anonymous)'} ${file.replace('src/', '')}`, 'platform']
  return url.startsWith('node:') ? ['Node.js', 'node'] : [functionName || '(anonymous)', 'engine']
}

/** What the processor did from `afterMs` after the start on, as a tree; frames of one package in one another are one. */
export function readProfile(file: string, afterMs: number): Frame {
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, 'utf8'))
  const root = frame('all', 'engine')
  const byId = new Map(nodes.map(node => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])))
  const paths = new Map<number, Frame[]>()

  /** The frames from the root on. */
  function pathOf(id: number): Frame[] {
    const known = paths.get(id)
    if (known) return known
    const parent = parents.get(id)
    const above = parent === undefined ? [root] : pathOf(parent)
    const path = parent === undefined ? above : under(above, byId.get(id)!)
    paths.set(id, path)
    return path
  }

  let us = 0
  samples.forEach((id, i) => {
    const delta = timeDeltas[i] ?? 0
    us += delta
    if (us < afterMs * 1_000 || NOTHING.includes(byId.get(id)?.callFrame.functionName ?? '')) return
    for (const each of pathOf(id)) each.ms += delta / 1_000
  })
  return root
}

function under(above: Frame[], { callFrame }: Profile['nodes'][number]): Frame[] {
  const [label, owner] = shown(callFrame)
  const last = above.at(-1)!
  if (owner !== 'platform' && last.label === label) return above
  const here = last.calls.get(label) ?? frame(label, owner)
  last.calls.set(label, here)
  return [...above, here]
}
