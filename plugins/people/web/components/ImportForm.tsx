import type { TaskView } from '#core/contract/tasks'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { CheckInput, Form, FormActions, SlotOutlet, useTaskStarted } from '#web/ui'
import { importGivingSlot } from '../../contract/index.js'
import { useImportWords } from './use_import_words.js'
import type { ImportView } from '../../server/services/import_service.js'

interface Values {
  courses: string[]
  due_at: string | null
  mandatory: boolean
  invite: boolean
}

/** Adds the people of the good lines: with which courses, and whether they are invited right away. */
export function ImportForm({ view }: { view: ImportView }) {
  const t = useT()
  const started = useTaskStarted()
  const words = useImportWords(view)
  const { giving, left, bad, state, target } = view
  const hasNew = view.good > view.known
  return (
    <Form<Values, { data: unknown }>
      part="people"
      guard={false}
      initialValues={{
        courses: giving?.courses.map(String) ?? [],
        due_at: giving?.due_at ?? null,
        mandatory: giving?.mandatory ?? true,
        invite: true,
      }}
      onSubmit={({ courses, due_at, mandatory, invite }) =>
        api.people.imports.run({
          params: { id: view.id },
          body: { invite, good_only: bad > 0, courses: courses.map(Number), due_at, mandatory },
        })
      }
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['people'] })
        started(data as TaskView)
      }}
    >
      {({ values }) => (
        <>
          {target === 'people' && (
            <SlotOutlet slot={importGivingSlot} with={{ people: left, courses: values.courses, company: view.company }} />
          )}
          {hasNew && (
            <CheckInput
              name="invite"
              label={words('invite')}
              {...(values.courses.length > 0 && { help: t('people.import.invite_help') })}
            />
          )}
          <FormActions
            submitLabel={
              state === 'stopped' ? t('people.import.go_on', { count: left }) : words(bad ? 'take_good' : 'take', { count: left })
            }
          />
        </>
      )}
    </Form>
  )
}
