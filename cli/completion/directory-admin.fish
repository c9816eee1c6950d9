# Completion of directory-admin for fish.
function __directory_admin_words
  printf '%s\n' '@WORDS@' |
    awk -F '\t' -v path="$argv" '$1 == path { print $2 "\t" $3; found = 1 } END { exit !found }'
end

function __directory_admin
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l led
  set -l found
  for word in $words[2..-1]
    __directory_admin_words $led $word >/dev/null; or break
    set -a led $word
  end
  if string match -q -- '-*' $current
    set found (__directory_admin_words $led | string match -- "$current*")
  else
    set found (__directory_admin_words $led | string match -v -- '-*')
  end
  if set -q found[1]
    printf '%s\n' $found
    return
  end
  set -l option (string match -r -- '^--[a-z-]+=' $current)
  for line in ($words[1] complete -- $words[2..-1] $current 2>/dev/null </dev/null)
    if string match -q -- \t'*' $line
      __fish_complete_path (string replace -- "$option" '' $current)
    else
      echo -- "$option$line"
    end
  end
end

complete -c directory-admin -f -a '(__directory_admin)'
