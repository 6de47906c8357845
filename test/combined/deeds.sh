# The command of every task of a drawn run: the variable DOES says what the task does. It is in the run's repository.
marks=${CONDUCTOR_HOME%/*/*}/marks # files here are signs between the test and the tasks
id=$CONDUCTOR_TASK
target=refs/heads/conductor/run-$CONDUCTOR_RUN

[ "$DOES" = nothing ] || echo half >"$id.txt"
: >"$marks/$id.began"
# Only the first attempt is held: one that outlives its coordinator must not go on before it is ended.
while [ "${CONDUCTOR_ATTEMPT##*-}" = 1 ] && [ -e "$marks/$id.hold" ]; do sleep 0.02; done

case $DOES in
nothing) exit 0 ;;
asks)
  if ! grep -q 'paint it blue' "$CONDUCTOR_PROMPT_FILE"; then
    echo '{"status": "stuck", "stuckReason": "Which colour?"}' >"$CONDUCTOR_SESSION_STATE"
    exit 0
  fi
  ;;
wants-leave)
  read -r _
  echo '{"type":"system","subtype":"init","session_id":"s-1","model":"opus"}'
  echo '{"type":"control_request","request_id":"r-1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"make"}}}'
  read -r _
  echo "$id" >"$id.txt"
  echo '{"type":"result","subtype":"success","is_error":false,"terminal_reason":"completed"}'
  cat >/dev/null
  exit 0
  ;;
overspends) # speaks as Claude Code does: a million tokens, then silence until it is stopped
  read -r _
  echo '{"type":"system","subtype":"init","session_id":"s-1","model":"opus"}'
  case "$*" in
  *--resume*) ;;
  *)
    echo '{"type":"assistant","message":{"id":"m-1","model":"opus","content":[{"type":"text","text":"So much to think about."}],"usage":{"input_tokens":1000000,"output_tokens":1}}}'
    cat >/dev/null
    ;;
  esac
  echo "$id" >"$id.txt"
  echo '{"type":"result","subtype":"success","is_error":false,"terminal_reason":"completed"}'
  cat >/dev/null
  exit 0
  ;;
esac

echo "$id" >"$id.txt"

case $DOES in
fails | fails-twice) [ -e "$marks/$id.mended" ] ;;
fails-once)
  [ -e "$marks/$id.tried" ] && exit 0
  : >"$marks/$id.tried"
  exit 1
  ;;
breaks-check) echo broken >"broken-$id" ;;
conflicts)
  echo "as $id wants it" >shared.txt
  [ -e "$marks/$id.met" ] || [ -z "$CONDUCTOR_BRANCH" ] && exit 0
  : >"$marks/$id.met"
  # Another author changes the same line in the target. If a landing moves the target meanwhile, this retries.
  until printf 'commit %s\ncommitter Somebody <somebody@localhost> now\ndata 4\nelse\nfrom %s^0\nM 100644 inline shared.txt\ndata <<END\nas others want it, not %s\nEND\n\n' \
    "$target" "$target" "$id" | git fast-import --quiet --date-format=now 2>/dev/null; do :; done
  ;;
esac
