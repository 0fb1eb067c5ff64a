import { participantPath } from '#plugins/people/contract/index'
import { pagePath } from '#web/shell'

export const groupsPath = () => pagePath('groups.groups') ?? '/'
export const groupPath = (group: number) => pagePath('groups.group', { group }) ?? '/'
export const importPath = () => pagePath('groups.import') ?? '/'
export { participantPath }
