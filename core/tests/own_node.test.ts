import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript without types: an old Node runs it.
import { findNode } from '../bin/own_node.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lock = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as {
  packages: Record<string, { version: string; integrity?: string; hasInstallScript?: boolean }>
}

it('runs on a Node that the lock file pins and no install script downloads', () => {
  const nodes = Object.entries(lock.packages).filter(([path]) => /^node_modules\/node(-(linux|darwin|win)-\w+)?$/.test(path))
  expect(nodes.map(([path]) => path)).toEqual(
    ['darwin-x64', 'linux-arm64', 'linux-x64', 'win-x64'].map((platform) => `node_modules/node-${platform}`),
  )
  for (const [path, { integrity, hasInstallScript }] of nodes) {
    expect([path, integrity, hasInstallScript]).toEqual([path, expect.stringMatching(/^sha512-/), undefined])
  }
  // On other platforms people bring their own Node.
  if (!nodes.some(([path]) => path.endsWith(`${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`))) return
  const node = findNode(root)!
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)
  expect(nodes.map(([, entry]) => entry.version)).toContain(version)
  expect(process.version).toBe(`v${version}`)
})
