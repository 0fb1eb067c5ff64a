import { notFound } from '../contract/errors.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'
import { type OpenFile, openFile } from './file_store.js'

/**
 * A file of the running company, if its purpose lets this person read it.
 * @throws AppError 404 for any other file, so that nobody learns that it exists
 */
export async function fileFor(session: Session, id: string): Promise<OpenFile> {
  if (!session.companyId) throw notFound()
  const file = await openFile(id)
  const purpose = file && pluginRegistry().purposes.get(file.facts.purpose)
  if (!file || !purpose || !pluginRegistry().isOn(purpose.plugin, session.enabledPlugins)) throw notFound()
  const { read, mayRead } = purpose
  if (read === 'code') throw notFound()
  if (read !== 'public' && !session.isAllowed(read)) throw notFound()
  if (mayRead && !(await mayRead(file.facts, session))) throw notFound()
  return file
}
