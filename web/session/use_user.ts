import { useAtomValue } from 'jotai'
import { isAllowed, type Access } from '#core/contract/access'
import type { IdentifiedUser } from '#core/contract/bootstrap'
import { subjectAtom, userAtom } from './atoms.js'

/** The signed-in person. Only on pages behind the guard; elsewhere read `userAtom`. */
export function useUser(): IdentifiedUser {
  const user = useAtomValue(userAtom)
  if (!user) throw new Error('useUser was called where nobody needs to be signed in')
  return user
}

/** Whether the person may do this. It only hides what the server would refuse. */
export function useAllowed(access: Access): boolean {
  return isAllowed(access, useAtomValue(subjectAtom))
}
