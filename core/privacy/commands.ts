import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { AppError } from '../contract/errors.js'
import { type Member, erasePerson, exportPerson, findMember } from './person.js'

function optionsOf(args: readonly string[], usage: string, needed: string[]): Record<string, string> {
  const options = Object.fromEntries(needed.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: [...args], options, strict: false })
  if (needed.some((name) => typeof values[name] !== 'string')) throw new Error(`Usage: npm run plugin:command -- ${usage}`)
  return values as Record<string, string>
}

async function memberOf({ company, email }: Record<string, string>): Promise<Member> {
  return findMember(company!, email!.toLowerCase()).catch((error: unknown) => {
    if (error instanceof AppError) throw new Error(`${company} has no member ${email}.`)
    throw error
  })
}

/** `core.export_person --company noordwind --email … --file person.json`: writes everything stored about a person as JSON. */
export async function exportPersonCommand(args: readonly string[]): Promise<void> {
  const options = optionsOf(args, 'core.export_person --company <login id> --email <address> --file <path>', ['company', 'email', 'file'])
  const data = await exportPerson(await memberOf(options))
  await writeFile(options.file!, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 })
  console.log(`${options.email} of ${options.company}: written to ${options.file}.`)
}

/** `core.erase_person --company noordwind --email …`: cannot be undone. */
export async function erasePersonCommand(args: readonly string[]): Promise<void> {
  const options = optionsOf(args, 'core.erase_person --company <login id> --email <address>', ['company', 'email'])
  await erasePerson(await memberOf(options), null)
  console.log(`${options.email} of ${options.company} is erased.`)
}
