import { useState } from 'react'
import { api, queryClient, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { SearchInput, useToast } from '#web/ui'
import { AssignDialog, termsOf } from './AssignDialog.js'

/** Selects several people by a search; people found earlier keep their name. */
function usePeople() {
  const [text, setText] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const query = { role: 'leerling' as const, ...(text && { search: text }) }
  const found = useApiQuery(['core', 'people', query], () => api.core.people.index({ query }), { keepPrevious: true })
  const fresh = (found.data?.data ?? []).filter(({ id }) => !known.has(String(id)))
  if (fresh.length) setKnown(new Map([...known, ...fresh.map(({ id, name, email }) => [String(id), `${name} (${email})`] as const)]))
  return { options: [...known].map(([value, label]) => ({ value, label })), onSearch: setText, loading: found.isFetching }
}

interface AssignPeopleProps {
  /** Selected initially. */
  course?: number
  /** The one person it is for: there is no field for people. */
  member?: number
  onClose: () => void
}

/** "Training toewijzen" from the list of courses: for people who are selected here. For many at once use the list of people. */
export function AssignPeople({ course, member, onClose }: AssignPeopleProps) {
  const t = useT()
  const toast = useToast()
  const people = usePeople()
  return (
    <AssignDialog
      text={t(member ? 'learning.assign.text_person' : 'learning.assign.text')}
      initial={{ ...(course && { courses: [String(course)] }), ...(member && { members: [String(member)] }) }}
      people={
        !member && (
          <SearchInput
            name="members"
            label={t('learning.assign.people')}
            help={t('learning.assign.people_help')}
            multiple
            required
            {...people}
          />
        )
      }
      submitLabel={() => t('learning.assign.title')}
      onSubmit={(values) =>
        api.learning.assignments.create({ body: { ...termsOf(values), members: values.members.map(Number) } }).then(({ data }) => data)
      }
      onSuccess={(answer) => {
        const results = answer as { result: string; code: string | null }[]
        const count = (...of: string[]) => results.filter(({ result }) => of.includes(result)).length
        const [given, changed, skipped, failed] = [
          count('assigned'),
          count('changed'),
          count('skipped'),
          results.filter(({ code }) => code !== null),
        ]
        const said = [
          t('learning.assign.done', { count: given }),
          ...(skipped ? [t('learning.assign.done_skipped', { count: skipped })] : []),
          ...(changed ? [t('learning.assign.done_changed', { count: changed })] : []),
          ...(failed.length
            ? [t('learning.assign.done_failed', { count: failed.length, why: t(`learning.errors.${failed[0]!.code}`) })]
            : []),
        ].join(' ')
        if (failed.length) toast.warning(said)
        else toast.success(said)
        void queryClient.invalidateQueries({ queryKey: ['learning'] })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
