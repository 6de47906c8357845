/** Eight tasks of a few seconds, so that each can be seen: parallel work, a collision, a chain, a result to read. */
export const DEMO_PLAN = `config:
  parallel: 3
  # Runs on every result merged with all others, before it lands.
  check: test ! -e index.html || grep -q '<title>Todo</title>' index.html

tasks:
  - id: schema
    name: Design the database schema
    run: |
      echo "reading the requirements"; sleep 3
      printf 'create table todo (\\n  id integer primary key,\\n  title text not null,\\n  done integer not null default 0\\n);\\n' > schema.sql
      echo "wrote schema.sql"
    estimate: 3.5s
    files: [schema.sql]

  - id: api
    name: Write the API
    run: |
      for route in "GET /todos" "POST /todos" "DELETE /todos/:id"; do
        echo "route $route"; echo "$route" >> api.txt; sleep 1.3
      done
    dependencies: [schema]
    estimate: 4.5s
    files: [api.txt]

  - id: pages
    name: Build the pages
    run: |
      echo "layout"; sleep 2
      printf '<!doctype html>\\n<title>Todo</title>\\n<ul id="todos"></ul>\\n' > index.html
      echo "wrote index.html"; sleep 2
    priority: high
    estimate: 4.5s
    files: [index.html]

  - id: style
    name: Make it look good
    run: |
      echo "colours and type"; sleep 3
      printf 'body { font: 16px system-ui; }\\n' > style.css
      sed -i.bak 's#</title>#</title><link rel="stylesheet" href="style.css">#' index.html && rm index.html.bak
    dependencies: [pages]
    estimate: 3.5s
    files: [style.css, index.html]

  - id: script
    name: Connect pages and API
    run: |
      echo "fetching /todos"; sleep 3
      printf 'fetch("/todos").then(console.log)\\n' > todos.js
      printf '<script src="todos.js"></script>\\n' >> index.html
    dependencies: [api, pages]
    estimate: 3.5s
    files: [todos.js, index.html]

  - id: docs
    name: Write the manual
    run: |
      echo "one page is enough"; sleep 6
      printf '\\n## Routes\\n\\n' >> README.md
    estimate: 6.5s
    files: [README.md]

  - id: test
    name: Test it all together
    run: |
      for file in schema.sql api.txt index.html style.css todos.js; do
        test -s "$file" && echo "ok  $file"; sleep 0.8
      done
    dependencies: [style, script]
    estimate: 4.5s

  - id: release
    name: Write the release notes
    run: |
      printf '# 1.0\\n\\n%s routes, %s lines of HTML\\n' "$(wc -l < api.txt)" "$(wc -l < index.html)" > CHANGES.md
      cat CHANGES.md; sleep 1.5
    dependencies: [test, docs]
    estimate: 2s
`
