import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button, Stack } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import type { OutlineActivity, OutlinePart } from '#plugins/learning/server/editor/draft_types'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { EmptyState, Icon, useFormState, useToast } from '#web/ui'
import { AddActivityDialog } from './AddActivityDialog.js'
import { keyOf } from './course_words.js'
import { nameOf } from './DraftPage.js'
import { ModuleHead, StepLine } from './OutlineLines.js'
import { lineOfActivity, linesOf, moveActivity, moveModule, putBack, withoutActivity } from './outline_moves.js'
import { PartForm } from './PartForm.js'
import { RequiresDialog } from './RequiresDialog.js'

/** The modules and steps of a course, in their order. */
export function Outline({ draft }: { draft: Draft }) {
  return (
    <PartForm draft={draft} kind="outline" content={draft.outline}>
      {({ values, setValue }) => <Modules draft={draft} modules={values.modules} change={(modules) => setValue('modules', modules)} />}
    </PartForm>
  )
}

interface ModulesProps {
  draft: Draft
  modules: OutlinePart['modules']
  change: (modules: OutlinePart['modules']) => void
}

function Modules({ draft, modules, change }: ModulesProps) {
  const t = useT()
  const toast = useToast()
  const { register } = useFormState()
  const [addingTo, setAddingTo] = useState<string | null>(null)
  const [limiting, setLimiting] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const { languages } = draft.course
  const titleOf = (key: string) => nameOf(draft.activities[key]?.title ?? {}, languages, key)
  // For the undo of a toast that was shown a while ago.
  const latest = useRef(modules)
  useEffect(() => {
    latest.current = modules
  })
  useEffect(
    () =>
      register('modules', t('learning.editor.tab_outline'), {
        write: (value) => (value as OutlinePart['modules']).flatMap(({ activities }) => activities.map(({ key }) => key)).join(', '),
      }),
    [register, t],
  )

  const lines = linesOf(modules)
  const placeOf = (line: UniqueIdentifier) => {
    const before = lines.slice(0, lines.indexOf(String(line)) + 1)
    const module = modules.find(({ key }) => before.findLast((one) => one.startsWith('module:')) === `module:${key}`)
    return {
      title: titleOf(String(line).replace(/^activity:/, '')),
      position: before.filter((one) => one.startsWith('activity:')).length,
      total: lines.length - modules.length,
      module: nameOf(module?.title ?? {}, languages, module?.key ?? ''),
    }
  }
  const overPlace = (active: UniqueIdentifier, over: UniqueIdentifier) => ({ ...placeOf(over), title: placeOf(active).title })
  // An activity that was only picked up is above its own place: that is no move, and announcing it would interrupt the first announcement.
  const hasMoved = useRef(false)
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      hasMoved.current = false
      return t('learning.outline.lifted', placeOf(active.id))
    },
    onDragOver: ({ active, over }) => {
      if (!over || (!hasMoved.current && over.id === active.id)) return undefined
      hasMoved.current = true
      return t('learning.outline.moved', overPlace(active.id, over.id))
    },
    onDragEnd: ({ active, over }) => (over ? t('learning.outline.dropped', overPlace(active.id, over.id)) : undefined),
    onDragCancel: ({ active }) => t('learning.outline.cancelled', placeOf(active.id)),
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) change(moveActivity(modules, String(active.id), String(over.id)))
  }
  const remove = (activity: OutlineActivity, moduleKey: string, index: number) => {
    const before = modules
    change(withoutActivity(modules, activity.key))
    toast.info(t('learning.outline.removed', { title: titleOf(activity.key) }), {
      duration: 10_000,
      action: {
        label: t('learning.outline.undo'),
        // If nothing else changed meanwhile, restores the previous state, including requirements of other steps.
        onClick: () =>
          change(
            latest.current === before || JSON.stringify(latest.current) === JSON.stringify(withoutActivity(before, activity.key))
              ? before
              : putBack(latest.current, activity, moduleKey, index),
          ),
      },
    })
  }
  const addModule = () => {
    const key = keyOf(`module-${modules.length + 1}`, new Set(modules.map((module) => module.key)))
    change([...modules, { key, title: {}, activities: [] }])
  }
  return (
    <Stack sx={{ gap: 4, maxWidth: 900 }}>
      {!modules.length && <EmptyState icon="checklist" title={t('learning.outline.empty')} text={t('learning.outline.empty_text')} />}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('learning.outline.instructions') } }}
      >
        <SortableContext items={lines} strategy={verticalListSortingStrategy}>
          <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, gap: 2 }}>
            {modules.flatMap((module, index) => [
              <ModuleHead
                key={`module:${module.key}`}
                module={module}
                index={index}
                count={modules.length}
                languages={languages}
                onMove={(by) => change(moveModule(modules, index, by))}
                onRemove={() => change(modules.filter((one) => one !== module))}
                onAdd={() => setAddingTo(module.key)}
              />,
              ...module.activities.map((activity, at) => (
                <StepLine
                  key={lineOfActivity(activity.key)}
                  course={draft.id}
                  activity={activity}
                  part={draft.activities[activity.key]}
                  title={titleOf(activity.key)}
                  titleOf={titleOf}
                  error={`modules.${index}.activities.${at}`}
                  onLimit={() => setLimiting(activity.key)}
                  onRemove={() => remove(activity, module.key, at)}
                />
              )),
            ])}
          </Stack>
        </SortableContext>
      </DndContext>
      <Button startIcon={<Icon name="add" />} variant="outlined" onClick={addModule} sx={{ alignSelf: 'flex-start' }}>
        {t('learning.outline.add_module')}
      </Button>
      {addingTo && (
        <AddActivityDialog
          draft={draft}
          onClose={() => setAddingTo(null)}
          onAdded={(key) => {
            change(
              latest.current.map((module) =>
                module.key === addingTo ? { ...module, activities: [...module.activities, { key, requires: [] }] } : module,
              ),
            )
            setAddingTo(null)
          }}
        />
      )}
      {limiting && (
        <RequiresDialog
          draft={draft}
          modules={modules}
          activity={limiting}
          titleOf={titleOf}
          onClose={() => setLimiting(null)}
          onChange={(requires) =>
            change(
              modules.map((module) => ({
                ...module,
                activities: module.activities.map((activity) => (activity.key === limiting ? { ...activity, requires } : activity)),
              })),
            )
          }
        />
      )}
    </Stack>
  )
}
