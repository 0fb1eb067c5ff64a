import type { OutlineActivity, OutlinePart } from '#plugins/learning/server/editor/draft_types'

type Modules = OutlinePart['modules']

/** The outline as one list of lines: a module's header, then its activities. */
export const lineOfModule = (key: string) => `module:${key}`
export const lineOfActivity = (key: string) => `activity:${key}`
export const linesOf = (modules: Modules): string[] =>
  modules.flatMap(({ key, activities }) => [lineOfModule(key), ...activities.map((activity) => lineOfActivity(activity.key))])

/** Moves one activity to the place of another line; nothing can be above the first header. Pure. */
export function moveActivity(modules: Modules, line: string, over: string): Modules {
  const lines = linesOf(modules)
  const [from, to] = [lines.indexOf(line), lines.indexOf(over)]
  if (from < 0 || to < 0 || from === to) return modules
  lines.splice(to, 0, ...lines.splice(from, 1))
  const activities = new Map(modules.flatMap((module) => module.activities.map((activity) => [lineOfActivity(activity.key), activity])))
  const result: Modules = []
  const early: OutlineActivity[] = []
  for (const one of lines) {
    const module = modules.find(({ key }) => lineOfModule(key) === one)
    if (module) result.push({ ...module, activities: result.length ? [] : early })
    else (result.at(-1)?.activities ?? early).push(activities.get(one)!)
  }
  return result
}

/** Moves a module one place up (-1) or down (1). Pure. */
export function moveModule(modules: Modules, index: number, by: -1 | 1): Modules {
  const result = [...modules]
  const [module] = result.splice(index, 1)
  result.splice(index + by, 0, module!)
  return result
}

/** Restores a removed activity to its old place, or to the end when its module is gone. Pure. */
export function putBack(modules: Modules, activity: OutlineActivity, moduleKey: string, index: number): Modules {
  if (modules.some((module) => module.activities.some(({ key }) => key === activity.key))) return modules
  const target = modules.some(({ key }) => key === moduleKey) ? moduleKey : modules.at(-1)?.key
  return modules.map((module) =>
    module.key === target
      ? { ...module, activities: [...module.activities.slice(0, index), activity, ...module.activities.slice(index)] }
      : module,
  )
}

/** Removes requirements that refer to an activity that no longer exists. Pure. */
export function withoutActivity(modules: Modules, key: string): Modules {
  return modules.map((module) => ({
    ...module,
    activities: module.activities
      .filter((activity) => activity.key !== key)
      .map((activity) => ({ ...activity, requires: activity.requires.filter((one) => one.activity !== key) })),
  }))
}
