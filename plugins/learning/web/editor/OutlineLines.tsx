import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Box, Button, FormHelperText, IconButton, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import type { ActivityPart, OutlineActivity, OutlinePart } from '#plugins/learning/server/editor/draft_types'
import { useT } from '#web/i18n'
import { Icon, useFormState, type IconName } from '#web/ui'
import { activityPath } from './editor_paths.js'
import { lineOfActivity, lineOfModule } from './outline_moves.js'
import { TextsInput } from './TextsInput.js'

interface ModuleHeadProps {
  module: OutlinePart['modules'][number]
  index: number
  count: number
  languages: readonly string[]
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onAdd: () => void
}

/** The header of a module: its titles, its position, and adding steps to it. Steps can be dropped on it. */
export function ModuleHead({ module, index, count, languages, onMove, onRemove, onAdd }: ModuleHeadProps) {
  const t = useT()
  const { setNodeRef, transform, transition } = useSortable({ id: lineOfModule(module.key), disabled: { draggable: true } })
  const name = t('learning.outline.module', { number: index + 1 })
  return (
    <Box component="li" ref={setNodeRef} style={{ transform: CSS.Translate.toString(transform), transition }} sx={{ pt: index ? 4 : 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 2, flexWrap: 'wrap' }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
          {name}
        </Typography>
        <IconButton aria-label={t('core.form.move_up', { what: name })} disabled={index === 0} onClick={() => onMove(-1)}>
          <Icon name="up" />
        </IconButton>
        <IconButton aria-label={t('core.form.move_down', { what: name })} disabled={index === count - 1} onClick={() => onMove(1)}>
          <Icon name="down" />
        </IconButton>
        <IconButton aria-label={t('core.form.remove', { what: name })} disabled={module.activities.length > 0} onClick={onRemove}>
          <Icon name="delete" />
        </IconButton>
        <Button startIcon={<Icon name="add" />} onClick={onAdd}>
          {t('learning.outline.add')}
        </Button>
      </Stack>
      <TextsInput name={`modules.${index}.title`} label={t('learning.editor.field.title')} languages={languages} maxLength={200} />
    </Box>
  )
}

const ICONS: Record<string, IconName> = {
  richtext: 'text',
  quiz: 'questions',
  evaluation: 'feedback',
  external: 'external',
  scorm: 'video',
}

interface StepLineProps {
  course: number
  activity: OutlineActivity
  part: ActivityPart | undefined
  title: string
  titleOf: (key: string) => string
  /** Path of this step in the outline, for its errors. */
  error: string
  onLimit: () => void
  onRemove: () => void
}

/** A step: drag it by its handle, with the pointer or with space and arrows. */
export function StepLine({ course, activity, part, title, titleOf, error, onLimit, onRemove }: StepLineProps) {
  const t = useT()
  const { errorOf } = useFormState()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: lineOfActivity(activity.key),
  })
  const wrong = activity.requires
    .flatMap((_, at) => [errorOf(`${error}.requires.${at}.activity`), errorOf(`${error}.requires.${at}.condition`)])
    .find(Boolean)
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      sx={{
        border: '1px solid',
        borderColor: isDragging ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        position: 'relative',
        zIndex: isDragging ? 3 : 0,
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, p: 2 }}>
        <IconButton
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t('learning.outline.drag', { title })}
          sx={{ cursor: 'grab', touchAction: 'none' }}
        >
          <Icon name="drag" />
        </IconButton>
        <Icon name={ICONS[part?.type ?? ''] ?? 'document'} sx={{ color: 'text.secondary', mr: 1, display: { xs: 'none', sm: 'block' } }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Link
            component={RouterLink}
            to={activityPath(course, activity.key, part?.type ?? '')}
            sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}
          >
            {title}
          </Link>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[
              t(`learning.activity_type.${part?.type ?? 'richtext'}`),
              part?.minutes ? t('learning.outline.minutes', { count: part.minutes }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          {activity.requires.map((one) => (
            <Typography key={`${one.activity}:${one.condition}`} variant="body2" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <Icon name="lock" sx={{ fontSize: 16 }} />
              {t(`learning.outline.requires_${one.condition}`, { title: titleOf(one.activity) })}
            </Typography>
          ))}
          {wrong && <FormHelperText error>{wrong}</FormHelperText>}
        </Box>
        <IconButton aria-label={t('learning.outline.limit', { title })} onClick={onLimit}>
          <Icon name="lock" />
        </IconButton>
        <IconButton aria-label={t('core.form.remove', { what: title })} onClick={onRemove}>
          <Icon name="delete" />
        </IconButton>
      </Stack>
    </Box>
  )
}
